// SPDX-License-Identifier: MIT
// Verdicts on connections that do not come about: for each cause a case where it is true, and the cases that look like
// it.
#include "analysis/enet/connections/connecting.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>

#include "tests/unit/analysis/causes.h"

namespace godot::analysis::enet {
namespace {

using test::Causes;

class Connecting : public testing::Test {
 protected:
  template <class Symptom>
  std::string say(const Symptom& symptom) {
    const problems::Verdict verdict = verdict_on(symptom, "No", arena);
    causes = test::causes_of(verdict, arena);
    basis = verdict.basis();
    return verdict.text(arena);
  }
  /// The whole list of causes that remain.
  template <class Symptom>
  Causes causes_of(const Symptom& symptom) {
    say(symptom);
    return causes;
  }

  /// A server that serves others while it is asked, from another machine.
  Unanswered request = {.first = 20,
                        .last = 60,
                        .is_long = true,
                        .server = {.last = 59, .last_before = 19, .accepted_any = true, .has_client = true}};
  Ignored accepted = {.accepted_in = 10, .client_last = 30, .id = 77, .has_id = true, .server_last = 40};
  Causes causes;
  problems::Basis basis;
  std::deque<std::unique_ptr<char[]>> memory;
  analysis::Arena arena{[](void* pool, std::size_t size) -> void* {
                          auto& blocks = *static_cast<std::deque<std::unique_ptr<char[]>>*>(pool);
                          blocks.push_back(std::make_unique<char[]>(size));
                          return blocks.back().get();
                        },
                        &memory};
};

TEST_F(Connecting, AServerThatServesOthersIsFullOrBehindAFirewall) {
  say(request);
  EXPECT_EQ(causes, (Causes{"the server is full", "a firewall or router is in between"}));
  request.is_local = true;
  EXPECT_EQ(say(request),
            "No: the server is full. Raise max_clients of create_server(). Not: nothing listens (the server sends to "
            "others in frame 59)");
  EXPECT_EQ(causes, (Causes{"the server is full"}));
}

TEST_F(Connecting, AServerThatAcceptsAnotherClientMeanwhileIsNotFull) {
  request.server.accepted_in = 40;
  say(request);
  EXPECT_EQ(causes, (Causes{"a firewall or router is in between"}));
}

/// On one machine, as behind a relay that loses datagrams.
TEST_F(Connecting, WithoutAnyOtherCauseRequestsAreLost) {
  request.is_local = true;
  request.server.accepted_in = 40;
  const std::string text = say(request);
  EXPECT_EQ(causes, (Causes{"its requests, or the answers, were lost on the way"}));
  EXPECT_NE(text.find("Look at the network between the ends"), std::string::npos) << text;
}

TEST_F(Connecting, TheOnlyRequestThatIsCompressedIsNotRead) {
  request.is_local = true;
  request.compression = Compression::zstd;
  std::string text = say(request);
  EXPECT_EQ(causes, (Causes{"the server compresses differently (this request is compressed, those that it accepted are "
                            "not compressed so)",
                            "the server is full"}))
      << "it may be full, too";
  EXPECT_LT(text.find("compresses differently"), text.find("the server is full")) << "the likelier one comes first";
  request.server.accepted_in = 40;
  EXPECT_EQ(causes_of(request), (Causes{"the server compresses differently (this request is compressed, those that it "
                                        "accepted are not compressed so)"}));
  request.server.accepted_same = 15;
  request.server.accepted_in = 0;
  text = say(request);
  EXPECT_EQ(causes, (Causes{"the server is full"})) << "others are compressed alike";
}

TEST_F(Connecting, ARequestThatComesBackOnOneMachineProvesThatNothingListens) {
  request.is_local = true;
  request.returned_in = 21;
  request.compression = Compression::zstd;
  EXPECT_EQ(causes_of(request), (Causes{"nothing listens at this port (the request came back as ICMP port unreachable "
                                        "in frame 21; the server's last datagram is frame 19)"}));
  EXPECT_EQ(basis.frames[0], 21U);
}

/// A rule of a firewall (REJECT) sends "port unreachable", too, and in the server's name.
TEST_F(Connecting, ARequestThatComesBackFromAnotherMachineMayBeRejectedByAFirewall) {
  request.returned_in = 21;
  for (const IcmpError& error : {IcmpError{false, 3, 3}, IcmpError{true, 1, 4}}) {
    request.error = error;
    say(request);
    EXPECT_EQ(causes, (Causes{"nothing listens at this port (the request came back as ICMP port unreachable in frame "
                              "21; the server's last datagram is frame 19)",
                              "a firewall or router rejects it"}));
  }
}

TEST_F(Connecting, ErrorsThatSayNothingOfThePort) {
  request.returned_in = 21;
  for (const bool is_local : {false, true}) {
    request.is_local = is_local;
    request.error = {false, 3, 10};
    say(request);
    EXPECT_EQ(causes, (Causes{"a firewall or router rejects it (the request came back as ICMP type 3, code 10 in frame "
                              "21; the server's last datagram is frame 19)"}));
    request.error = {false, 3, 1};
    say(request);
    EXPECT_EQ(causes, (Causes{"the server's address is not reached (the request came back as ICMP type 3, code 1 in "
                              "frame 21; the server's last datagram is frame 19)",
                              "a firewall or router rejects it"}));
    request.error = {true, 3, 0};
    EXPECT_EQ(causes_of(request), (Causes{"the server's address is not reached (the request came back as ICMPv6 type "
                                          "3, code 0 in frame 21; the server's last datagram is frame 19)",
                                          "a firewall or router rejects it"}));
  }
}

TEST_F(Connecting, ErrorsByWhereTheyTurnADatagramBack) {
  for (const int code : {9, 10, 13})
    EXPECT_EQ(turned_back({false, 3, static_cast<std::uint8_t>(code)}), Returned::at_firewall) << code;
  for (const int code : {0, 1, 2, 5, 12, 200})
    EXPECT_EQ(turned_back({false, 3, static_cast<std::uint8_t>(code)}), Returned::on_its_way) << code;
  for (const int code : {1, 5, 6})
    EXPECT_EQ(turned_back({true, 1, static_cast<std::uint8_t>(code)}), Returned::at_firewall) << code;
  for (const int code : {0, 2, 3})
    EXPECT_EQ(turned_back({true, 1, static_cast<std::uint8_t>(code)}), Returned::on_its_way) << code;
  EXPECT_EQ(turned_back({}), Returned::at_port);
  EXPECT_EQ(turned_back({true, 1, 4}), Returned::at_port);
  EXPECT_EQ(turned_back({false, 11, 0}), Returned::on_its_way);
  EXPECT_EQ(turned_back({true, 3, 0}), Returned::on_its_way);
  EXPECT_EQ(turned_back({false, 11, 1}), Returned::nowhere) << "in fragments";
  EXPECT_EQ(turned_back({false, 3, 4}), Returned::nowhere) << "too long";
  EXPECT_EQ(turned_back({true, 2, 0}), Returned::nowhere) << "too long";
  EXPECT_EQ(turned_back({false, 5, 1}), Returned::nowhere) << "redirected, and passed on";
  EXPECT_EQ(turned_back({false, 1, 4}), Returned::nowhere) << "of the other protocol";
}

/// One client has left, and players whom the capture does not have are connected.
TEST_F(Connecting, AServerWithoutAClientInTheCaptureMaySendNothingThere) {
  request.server.last = 19;
  request.server.has_client = false;
  say(request);
  EXPECT_EQ(causes, (Causes{"nothing listens there", "the server is full",
                            "the server stands still (loading, a breakpoint)", "a firewall or router is in between"}));
}

TEST_F(Connecting, AServerThatHasLeftOrStoppedIsNotFull) {
  request.server.last = 19;
  say(request);
  EXPECT_EQ(causes, (Causes{"the server was stopped or crashed (it sends nothing from frame 19 to 60)",
                            "the server stands still (loading, a breakpoint)", "a firewall or router is in between"}));
  request.server.left_in = 19;
  say(request);
  EXPECT_EQ(causes, (Causes{"the server has left (its Disconnect is in frame 19, and it sends nothing until frame 60)",
                            "the server stands still (loading, a breakpoint)", "a firewall or router is in between"}));
  request.is_long = false;
  EXPECT_EQ(causes_of(request),
            (Causes{"the server has left (its Disconnect is in frame 19, and it sends nothing until frame 60)",
                    "the server is full", "the server stands still (loading, a breakpoint)",
                    "a firewall or router is in between"}))
      << "it may only have nothing to send yet";
}

TEST_F(Connecting, OfAServerThatIsNotInTheCaptureAllIsPossible) {
  request.server = {};
  request.compression = Compression::fastlz;
  say(request);
  EXPECT_EQ(causes, (Causes{"nothing listens there", "the server compresses differently (this request is compressed)",
                            "the server is full", "the server stands still (loading, a breakpoint)",
                            "the server expects DTLS", "a firewall or router is in between"}));
}

/// A server that encrypts sends nothing that can be read as ENet.
TEST_F(Connecting, AServerThatHasSentPlainTextDoesNotEncrypt) {
  EXPECT_EQ(causes_of(request), (Causes{"the server is full", "a firewall or router is in between"}));
  request.server = {.last_before = 19};
  EXPECT_EQ(causes_of(request),
            (Causes{"nothing listens there", "the server is full", "the server stands still (loading, a breakpoint)",
                    "a firewall or router is in between"}));
  request.server = {.accepted_any = true};
  EXPECT_EQ(causes_of(request),
            (Causes{"nothing listens there", "the server is full", "the server stands still (loading, a breakpoint)",
                    "a firewall or router is in between"}));
  request.server = {};
  EXPECT_EQ(causes_of(request),
            (Causes{"nothing listens there", "the server is full", "the server stands still (loading, a breakpoint)",
                    "the server expects DTLS", "a firewall or router is in between"}));
}

TEST_F(Connecting, AnAnswerThatIsCompressedIsNotReadByAClientThatDoesNotCompress) {
  Unread answer = {.accepted_in = 2, .asked_again_in = 3, .is_compressed = true, .is_local = true};
  EXPECT_EQ(say(answer),
            "No: the client does not compress as the server does (this answer is compressed, and nothing of the "
            "client's). Give both ends the same compression (ENetConnection.compress()). Not: the client has ended or "
            "stands still (loading, a breakpoint) (it asks again in frame 3)");
  EXPECT_EQ(
      causes,
      (Causes{
          "the client does not compress as the server does (this answer is compressed, and nothing of the client's)"}));
  answer.asked_again_in = 0;
  say(answer);
  EXPECT_EQ(
      causes,
      (Causes{
          "the client does not compress as the server does (this answer is compressed, and nothing of the client's)",
          "the client has ended or stands still (loading, a breakpoint)"}))
      << "it may have ended";
  answer.client_compresses = true;
  EXPECT_EQ(causes_of(answer), (Causes{"the client has ended or stands still (loading, a breakpoint)"}));
  answer.is_local = false;
  EXPECT_EQ(causes_of(answer), (Causes{"the client has ended or stands still (loading, a breakpoint)",
                                       "a firewall or router blocks the way back"}));
  answer.is_compressed = false;
  answer.asked_again_in = 3;
  EXPECT_EQ(causes_of(answer), (Causes{"a firewall or router blocks the way back",
                                       "the client's program reads the answers, and throws them away"}))
      << "it asks again: it has not ended";
  answer.is_local = true;
  EXPECT_EQ(causes_of(answer), (Causes{"the client's program reads the answers, and throws them away"}))
      << "it asks again: it has not ended";
}

TEST_F(Connecting, AnIdThatIsTakenOrNoClientsIsDropped) {
  say(accepted);
  EXPECT_EQ(causes, (Causes{"it refuses new connections"}));
  accepted.taken_in = 1;
  say(accepted);
  EXPECT_EQ(causes, (Causes{"the client's id 77 is taken by another client (its Connect is frame 1)",
                            "it refuses new connections"}))
      << "the other one may have been gone";
  accepted.taken_for_certain = true;
  EXPECT_EQ(causes_of(accepted), (Causes{"the client's id 77 is taken by another client (its Connect is frame 1)"}));
  for (const std::uint32_t id : {0U, 1U}) {
    accepted.id = id;
    accepted.is_games = true;
    say(accepted);
    const std::string no_clients = "the client's id is " + std::to_string(id);
    EXPECT_EQ(causes, (Causes{no_clients + " (the server drops a client with such an id without a word)"}));
    accepted.is_games = false;
    say(accepted);
    EXPECT_EQ(causes, (Causes{no_clients + " (a server of Godot's multiplayer drops such a client without a word)",
                              "it refuses new connections"}))
        << "other programs give any data, and servers that take it; it is no id that may be taken";
  }
  accepted.taken_in = 0;
  accepted.id = 2;
  EXPECT_EQ(causes_of(accepted), (Causes{"it refuses new connections"}));
  accepted.id = 1;
  accepted.has_id = false;
  EXPECT_EQ(causes_of(accepted), (Causes{"it refuses new connections"})) << "Connect is not in the capture";
}

TEST_F(Connecting, AServerThatIsSilentAfterwardsMayHaveStopped) {
  accepted.server_last = 10;
  say(accepted);
  EXPECT_EQ(causes, (Causes{"it refuses new connections", "the server has stopped or stands still",
                            "the way back from the server has failed since"}));
  accepted.is_local = true;
  EXPECT_EQ(causes_of(accepted), (Causes{"it refuses new connections", "the server has stopped or stands still"}));
  accepted.server_last = accepted.client_last;
  EXPECT_EQ(causes_of(accepted), (Causes{"it refuses new connections", "the server has stopped or stands still"}));
  accepted.returned_in = 12;
  EXPECT_EQ(causes_of(accepted), (Causes{"the server was stopped (ICMP port unreachable in frame 12)"}));
}

// The client's last datagram is the last one of the capture, as it is sent again for ever.
TEST_F(Connecting, AServerThatSendsToOthersMeanwhileHasNotStopped) {
  accepted.server_last = 28;
  accepted.server_went_on = 1'900'000'000;
  EXPECT_EQ(causes_of(accepted), (Causes{"it refuses new connections", "the server has stopped or stands still",
                                         "the way back from the server has failed since"}))
      << "the client may have sent nothing that is to be answered";
  accepted.server_went_on = 2'000'000'000;
  EXPECT_EQ(say(accepted),
            "No: it refuses new connections. Look at the server's refuse_new_connections. Not: the server has stopped "
            "(it sends to others in frame 28)");
  EXPECT_EQ(causes, (Causes{"it refuses new connections"}));
}

TEST_F(Connecting, BetweenTwoMachinesAnErrorMayComeFromAFirewall) {
  accepted.server_last = 10;
  accepted.returned_in = 12;
  say(accepted);
  EXPECT_EQ(causes, (Causes{"the server was stopped (ICMP port unreachable in frame 12)",
                            "a firewall or router rejects what the client has sent since"}));
  accepted.error = {false, 3, 1};
  say(accepted);
  EXPECT_EQ(causes, (Causes{"the way to the server has failed since (ICMP type 3, code 1 in frame 12)",
                            "it refuses new connections", "the server has stopped or stands still",
                            "the way back from the server has failed since"}));
}

// A server that was stopped later is not why it had ignored the client until then.
TEST_F(Connecting, AServerThatWasStoppedLaterHadIgnoredTheClientBefore) {
  accepted.returned_in = 29;
  accepted.unreturned_in = 27;
  accepted.unreturned_for = 3'500'000'000;
  accepted.server_last = 28;
  std::string text = say(accepted);
  EXPECT_EQ(text,
            "No: it refuses new connections (frame 27, 3.5 s later, did not come back). Look at the server's "
            "refuse_new_connections. Not: the server was stopped (only later: ICMP port unreachable in frame 29)");
  EXPECT_EQ(causes, (Causes{"it refuses new connections (frame 27, 3.5 s later, did not come back)"}));
  accepted.is_local = true;
  accepted.server_last = 26;
  text = say(accepted);
  EXPECT_EQ(causes,
            (Causes{"it refuses new connections (frame 27, 3.5 s later, did not come back)", "the server stood still"}))
      << "it sends nothing to others, either";
  accepted.unreturned_for = 999'999'999;
  text = say(accepted);
  EXPECT_EQ(causes,
            (Causes{"the server was stopped (ICMP port unreachable in frame 29)", "it refuses new connections"}))
      << "it may have been stopped before it could answer";
  accepted.unreturned_in = 0;
  EXPECT_EQ(causes_of(accepted), (Causes{"the server was stopped (ICMP port unreachable in frame 29)"}));
}

TEST_F(Connecting, RequestsThatDidNotComeBackWereHeard) {
  request.returned_in = 21;
  request.unreturned = 2;
  request.is_local = true;
  say(request);
  EXPECT_EQ(causes, (Causes{"the server has stopped meanwhile (2 of the requests did not come back, the next one did, "
                            "as ICMP port unreachable in frame 21)",
                            "the server is full"}));
}

TEST_F(Connecting, RequestsBeforeOneThatWasTurnedBackElsewhere) {
  request.server.last = 19;
  request.returned_in = 21;
  request.unreturned = 2;
  request.error = {false, 3, 13};
  say(request);
  EXPECT_EQ(causes, (Causes{"a firewall or router rejects it (2 of the requests did not come back, the next one did, "
                            "as ICMP type 3, code 13 in frame 21)",
                            "the server was stopped or crashed (it sends nothing from frame 19 to 60)",
                            "the server stands still (loading, a breakpoint)"}))
      << "before; it is named";
  request.error = {false, 3, 0};
  say(request);
  EXPECT_EQ(causes, (Causes{"the server's address is not reached (2 of the requests did not come back, the next one "
                            "did, as ICMP type 3, code 0 in frame 21)",
                            "the server was stopped or crashed (it sends nothing from frame 19 to 60)",
                            "the server stands still (loading, a breakpoint)", "a firewall or router is in between"}));
}

}  // namespace
}  // namespace godot::analysis::enet
