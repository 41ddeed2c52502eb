// SPDX-License-Identifier: MIT
// Why connections over TCP end. The segments are made here; tests/dissection/test_ends.py has engines' captures.
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "tests/unit/analysis/tcp_ends/played_connections.h"

#include <gtest/gtest.h>

namespace godot::analysis::tcp_ends {
namespace {

// --- Closes ---------------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, CompressedMessageIsRefused) {
  upgrade("", "Sec-WebSocket-Extensions: permessage-deflate\r\n");
  send(server, compressed);
  const std::uint32_t sent_in = frame;
  send(client, masked_close(1002));
  EXPECT_EQ(problem(), Tcp::compressed);
  EXPECT_TRUE(says("frame " + std::to_string(sent_in)));
  EXPECT_EQ(causes, 1U);
}
TEST_F(EndsOfConnections, CompressedMessageIsMarkedItself) {
  upgrade();
  send(server, compressed);
  EXPECT_EQ(problem(), Tcp::unread);
  EXPECT_TRUE(says("it is compressed")) << text;
  send(server, compressed);
  EXPECT_EQ(problem(), Tcp::count_);
  send(client, masked_close(1000));
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, AgreedCompressionIsNoProblem) {
  send(client,
       "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
  ends.mark(stream);
  send(server, std::string(answer) + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n");
  send(server, compressed);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, OtherClientsMayReadWhatGodotDoesNot) {
  send(client, "GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: Browser\r\nUpgrade: websocket\r\n\r\n");
  ends.mark(stream);
  send(server, std::string(answer) + "\r\n");
  send(server, compressed);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, ServersFrameIsMasked) {
  upgrade();
  send(server, masked);
  EXPECT_EQ(problem(), Tcp::unread);
  EXPECT_TRUE(says("a server's frame is masked")) << text;
  send(client, masked_close(1002));
  EXPECT_EQ(problem(), Tcp::frame_refused);
  EXPECT_TRUE(says("a server's frame is masked"));
}
TEST_F(EndsOfConnections, ClientsFrameIsNotMasked) {
  upgrade();
  send(client, score);
  send(server, close_frame(1002));
  EXPECT_EQ(problem(), Tcp::frame_refused);
  EXPECT_TRUE(says("a client's frame is not masked"));
}
TEST_F(EndsOfConnections, ReservedBitUnknownOpcodeLongControlAndWrongOrder) {
  const std::pair<std::string, const char*> faults[] = {{std::string("\xA2\x01x", 3), "reserved bit"},
                                                        {std::string("\x83\x01x", 3), "opcode"},
                                                        {std::string("\x09\x01x", 3), "in parts"},
                                                        {std::string("\x80\x01x", 3), "out of order"}};
  for (const auto& [bytes, says_so] : faults) {
    ++stream;
    open();
    upgrade();
    send(server, bytes);
    send(client, masked_close(1002));
    EXPECT_EQ(problem(), Tcp::frame_refused);
    EXPECT_TRUE(says(says_so)) << text;
  }
}
TEST_F(EndsOfConnections, ProtocolErrorWithoutAWrongHeadHasSeveralCauses) {
  upgrade();
  send(server, score);
  send(client, masked_close(1002));
  EXPECT_EQ(problem(), Tcp::frame_refused);
  EXPECT_EQ(causes, 2U);
}
TEST_F(EndsOfConnections, TooBigBeforeItIsComplete) {
  upgrade();
  send(server, score);
  send(server, std::string("\x82\x7F\0\0\0\0\0\x03\x0D\x40", 10) + std::string(100, 'x'));
  const std::uint32_t begins_in = frame;
  send(client, masked_close(1009));
  EXPECT_EQ(problem(), Tcp::closed_too_big);
  EXPECT_TRUE(says("200000 bytes")) << text;
  EXPECT_TRUE(says("begins in frame " + std::to_string(begins_in)));
}
TEST_F(EndsOfConnections, TooBigIsTheLargestMessageThatIsComplete) {
  upgrade();
  send(server, std::string("\x82\x7E\x00\xC8", 4) + std::string(200, 'x'));
  const std::uint32_t begins_in = frame;
  send(server, score);
  send(client, masked_close(1009));
  EXPECT_EQ(problem(), Tcp::closed_too_big);
  EXPECT_TRUE(says("200 bytes")) << text;
  EXPECT_TRUE(says("frame " + std::to_string(begins_in))) << text;
}
TEST_F(EndsOfConnections, EachCodeSaysWhatItMeans) {
  const std::pair<std::uint16_t, Tcp> codes[] = {{1003, Tcp::data_refused},     {1007, Tcp::data_refused},
                                                 {1008, Tcp::data_refused},     {1010, Tcp::data_refused},
                                                 {1011, Tcp::closed_by_server}, {1012, Tcp::closed_by_server},
                                                 {1013, Tcp::closed_by_server}, {1014, Tcp::closed_by_server}};
  for (const auto& [code, expected] : codes) {
    ++stream;
    open();
    upgrade();
    send(server, close_frame(code));
    EXPECT_EQ(problem(), expected) << code;
    EXPECT_TRUE(says(std::to_string(code))) << text;
  }
}
TEST_F(EndsOfConnections, ClosesOfHealthyEndsAreNoProblem) {
  for (const std::uint16_t code : {std::uint16_t{1000}, status_going_away, std::uint16_t{3000}, std::uint16_t{4000}}) {
    ++stream;
    open();
    upgrade();
    send(server, close_frame(code));
    EXPECT_EQ(problem(), Tcp::count_) << code;
    send(client, masked_close(code));
    wait(20);
    end(client);
    EXPECT_EQ(problem(), Tcp::count_) << code;
  }
}
TEST_F(EndsOfConnections, TheAnswerToACloseIsNotCountedAgain) {
  upgrade();
  send(server, close_frame(1013));
  send(client, masked_close(1002));  // as Godot 4.6 answers
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, WhatTheOtherEndSentIsNotJudgedIfTheCaptureLacksIt) {
  for (const std::uint16_t code : {std::uint16_t{1002}, std::uint16_t{1009}}) {
    ++stream;
    open();
    upgrade();
    sequence[server] += 7;
    send(server, score);
    send(client, masked_close(code));
    EXPECT_EQ(problem(), Tcp::count_) << code;
  }
}
/// Nothing of it comes behind the gap: the acknowledgement alone shows it.
TEST_F(EndsOfConnections, TheLastFrameIsNotJudgedIfTheCaptureLacksIt) {
  for (const std::uint16_t code : {std::uint16_t{1002}, std::uint16_t{1009}}) {
    ++stream;
    open();
    upgrade();
    send(server, score);
    sequence[server] += 7;
    send(client, masked_close(code));
    EXPECT_EQ(problem(), Tcp::count_) << code;
  }
}
TEST_F(EndsOfConnections, WhatTheOtherEndSentIsNotJudgedIfTheCaptureHasNothingOfIt) {
  send(server, std::string(answer) + "\r\n");
  ends.mark(stream);
  send(server, score);
  send(server, close_frame(1002));
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, OtherClientsAreNotJudged) {
  send(client, "GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: Browser\r\nUpgrade: websocket\r\n\r\n");
  send(server, std::string(answer) + "\r\n");
  send(server, close_frame(1011));
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, OtherClientsWithMessagesOfGodotAreJudged) {
  send(client, "GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: Browser\r\nUpgrade: websocket\r\n\r\n");
  send(server, std::string(answer) + "\r\n");
  ends.mark(stream);
  send(server, close_frame(1011));
  EXPECT_EQ(problem(), Tcp::closed_by_server);
}
TEST_F(EndsOfConnections, NothingIsSaidBehindAGapOfHeads) {
  upgrade();
  sequence[server] += 100;  // not captured
  send(server, compressed);
  send(client, masked_close(1000));
  send(server, close_frame(1011));
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, AGapInsideOfAMessageHidesNoHead) {
  upgrade();
  send(server, std::string("\x82\x7E\x00\xC8", 4) + std::string(50, 'x'));  // 200 bytes
  sequence[server] += 100;                                                  // not captured
  send(server, std::string(50, 'x'));
  send(client, "");
  send(server, close_frame(1011));
  EXPECT_EQ(problem(), Tcp::closed_by_server);
}

// --- Heartbeat ------------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, AnEndWhosePingHasNoPongEndsTheConnection) {
  upgrade();
  for (int i = 0; i != 2; ++i) {
    send(server, ping);
    send(client, masked_pong);
    wait(0.998);
  }
  send(server, ping);
  const std::uint32_t unanswered = frame;
  send(client, "");
  wait(1.2);
  end(server);
  EXPECT_EQ(problem(), Tcp::heartbeat);
  EXPECT_TRUE(says("1.20 s after its Ping in frame " + std::to_string(unanswered))) << text;
  EXPECT_TRUE(says("the client's system has it, so its program does not poll")) << text;
  EXPECT_TRUE(says("the Ping before was 1.00 s earlier")) << text;
  EXPECT_EQ(causes, 1U);
}
TEST_F(EndsOfConnections, WhereTheSystemDoesNotAnswerEitherTheLinkMayBeOut) {
  upgrade();
  send(server, score);
  send(client, "");
  send(server, ping);
  wait(4);
  end(server);
  EXPECT_EQ(problem(), Tcp::heartbeat);
  EXPECT_TRUE(says("has not even acknowledged it, so its link may be out")) << text;
  EXPECT_EQ(causes, 2U) << "one Ping does not show the interval";
}
TEST_F(EndsOfConnections, WhoSendsOtherThingsAnswersNoPings) {
  upgrade();
  send(server, ping);
  wait(0.6);
  send(client, masked);
  wait(0.6);
  end(server);
  EXPECT_EQ(problem(), Tcp::heartbeat);
  EXPECT_TRUE(says("the client goes on sending, frame ")) << text;
}
TEST_F(EndsOfConnections, LongAfterThePingsIntervalAnotherCauseRemains) {
  for (const auto& [time, remaining] : {std::pair(1.447, 1U), std::pair(1.47, 2U)}) {
    ++stream;
    open();
    upgrade();
    send(server, ping);
    send(client, masked_pong);
    wait(0.998);
    send(server, ping);
    send(client, "");
    wait(time);
    end(server);
    EXPECT_EQ(problem(), Tcp::heartbeat);
    EXPECT_EQ(causes, remaining) << time;
  }
}
TEST_F(EndsOfConnections, AnEndOfAProgramIsNoHeartbeat) {
  const auto ends_after = [this](double time, bool has_pong, bool by_reset, bool is_first) {
    ++stream;
    open();
    upgrade();
    if (!is_first) {
      send(server, ping);
      send(client, masked_pong);
      wait(0.998);
    }
    send(server, ping);
    send(client, has_pong ? masked_pong : "");
    wait(time);
    end(server, by_reset);
    return problem();
  };
  EXPECT_EQ(ends_after(1.2, false, false, false), Tcp::heartbeat);
  EXPECT_EQ(ends_after(0.8, false, false, false), Tcp::count_) << "no Ping is due";
  EXPECT_EQ(ends_after(1.2, true, false, false), Tcp::count_);
  EXPECT_EQ(ends_after(1.2, false, true, false), Tcp::count_) << "WebSocketPeer ends it by FIN";
  EXPECT_EQ(ends_after(0.4, false, false, true), Tcp::count_);
  EXPECT_EQ(ends_after(0.6, false, false, true), Tcp::heartbeat);
}
TEST_F(EndsOfConnections, AHeartbeatThatEndsWithACloseIsNone) {
  upgrade();
  send(server, ping);
  wait(2);
  send(server, close_frame(1000));
  end(server);
  EXPECT_EQ(problem(), Tcp::count_);
}

// --- Silence --------------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, EndAfterSilenceHasTwoCauses) {
  upgrade();
  send(server, score);
  wait(60);
  end(server);
  EXPECT_EQ(problem(), Tcp::proxy_idle);
  EXPECT_TRUE(says("60.0 s after the last byte")) << text;
  EXPECT_TRUE(says("heartbeat_interval"));
  EXPECT_EQ(causes, 2U);
}
TEST_F(EndsOfConnections, TheSameSilenceTwiceProvesATimer) {
  for (int i = 0; i != 2; ++i) {
    ++stream;
    open();
    upgrade();
    send(server, score);
    wait(7.4);
    end(server, true);
    EXPECT_EQ(problem(), i == 0 ? Tcp::count_ : Tcp::proxy_idle);
  }
  EXPECT_EQ(causes, 1U);
}
TEST_F(EndsOfConnections, AServerThatEndsItsConnectionsAtOnceProvesNothing) {
  for (int i = 0; i != 2; ++i) {
    ++stream;
    open();
    upgrade();
  }
  send(server, score);
  sequence = {1000, 5000};
  stream = 1;
  add(client, "", {.opens = true});
  now += 6 * second;
  end(server);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, BothSidesOfAProxyProveATimer) {
  const auto begin = now;
  for (const std::uint8_t side : {client, server}) {
    ++stream;
    now = begin;
    open();
    upgrade();
    ends.mark(stream);
    send(server, score);
    wait(4);
    end(side);
    EXPECT_EQ(problem(), side == client ? Tcp::count_ : Tcp::proxy_idle);
  }
  EXPECT_EQ(causes, 1U);
  EXPECT_TRUE(says("a proxy between the ends")) << text;
}
TEST_F(EndsOfConnections, AProxyThatIsEndedEndsBothSides) {
  const auto begin = now;
  for (const std::uint8_t side : {client, server}) {
    ++stream;
    now = begin;
    open();
    upgrade();
    send(server, score);
    wait(4.4);
    end(side);
  }
  EXPECT_EQ(problem(), Tcp::proxy_idle);
  EXPECT_EQ(causes, 2U);
}
TEST_F(EndsOfConnections, AGameThatIsLeftInSilenceIsNoProblem) {
  for (const double time : {6.0, 60.0, 61.3, 6.0}) {
    ++stream;
    open();
    upgrade();
    send(server, score);
    wait(time);
    end(client);
    EXPECT_EQ(problem(), Tcp::count_) << time;
  }
}
TEST_F(EndsOfConnections, AServerThatIsEndedInSilenceIsNoProblem) {
  upgrade();
  send(server, score);
  wait(11.57);
  end(server);
  EXPECT_EQ(problem(), Tcp::count_);
}
/// A segment comes a millisecond after its wait: 2.999 and 3 seconds.
TEST_F(EndsOfConnections, AGameThatStoppedMayHaveBeenSilentForLessThanThreeSeconds) {
  for (const auto& [time, expected] : {std::pair(2.998, Tcp::count_), std::pair(2.999, Tcp::proxy_idle)}) {
    target += 10;
    for (int i = 0; i != 2; ++i) {
      ++stream;
      open();
      upgrade();
      send(server, score);
      wait(time);
      end(server, true);
    }
    EXPECT_EQ(problem(), expected) << time;
  }
}
TEST_F(EndsOfConnections, LongSilenceNeedsNoWholeSeconds) {
  upgrade();
  send(server, score);
  wait(61.4);
  end(server);
  EXPECT_EQ(problem(), Tcp::proxy_idle);
  EXPECT_EQ(causes, 2U);
}
TEST_F(EndsOfConnections, TheFirstMessageAfterASilenceIsAnsweredWithAReset) {
  upgrade();
  send(server, score);
  wait(90);
  send(client, std::string_view(masked).substr(0, 6));
  send(client, std::string_view(masked).substr(6));
  end(server, true);
  EXPECT_EQ(problem(), Tcp::proxy_idle);
  EXPECT_TRUE(says("90.0 s")) << text;
}
TEST_F(EndsOfConnections, EndWithoutSilenceIsNoProblem) {
  upgrade();
  send(server, score);
  wait(1);
  end(server);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, SilenceInWhichTheCaptureLacksSegmentsIsNoProblem) {
  upgrade();
  send(server, score);
  wait(60);
  sequence[server] += 50;
  end(server);
  EXPECT_EQ(problem(), Tcp::count_);
}

// --- WebSocket's own frames -----------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, BytesOfWebSocketsOwnFrames) {
  upgrade();
  send(server, std::string("\x89\x03"
                           "abc",
                           5) +
                   score);
  EXPECT_EQ(ends.control_in(frame).pings, 5U);
  EXPECT_EQ(ends.control_in(frame).closes, 0U);
  send(client, std::string("\x8A\x83\0\0\0\0"
                           "abc",
                           9));
  EXPECT_EQ(ends.control_in(frame).pings, 9U);
  send(server, score);
  EXPECT_EQ(ends.control_in(frame).pings, 0U);
  send(client, masked_close(1000));
  EXPECT_EQ(ends.control_in(frame).closes, 8U);
  EXPECT_EQ(ends.control_in(frame).pings, 0U);
}
TEST_F(EndsOfConnections, OwnFramesOfAnotherProgramsWebSocketDoNotCount) {
  send(client, "GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: Browser\r\nUpgrade: websocket\r\n\r\n");
  send(server, std::string(answer) + "\r\n");
  send(server, close_frame(1000));
  EXPECT_EQ(ends.control_in(frame).closes, 0U);
}

// --- The upgrade ----------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, AnswersThatAreNoUpgrade) {
  for (const unsigned status : {200U, 302U, 400U, 401U, 403U, 404U, 418U, 426U, 500U, 502U, 503U, 504U}) {
    ++stream;
    open();
    send(client, std::string(request) + "\r\n");
    send(server, "HTTP/1.1 " + std::to_string(status) + " Text\r\nLocation: https://other/\r\n\r\n");
    EXPECT_EQ(problem(), Tcp::upgrade_refused) << status;
    EXPECT_TRUE(says(std::to_string(status))) << text;
    EXPECT_TRUE(says("https://other/")) << text;
    end(server);
    EXPECT_EQ(problem(), Tcp::count_) << status;
  }
}
/// Each status has its own meaning, before that of its hundred.
TEST_F(EndsOfConnections, EachStatusSaysWhatItMeans) {
  const std::pair<unsigned, const char*> meanings[] = {
      {199, ": no upgrade"},
      {200, "a web server answers"},
      {299, "a web server answers"},
      {300, "it redirects"},
      {399, "it redirects"},
      {400, "does not take the request for one of WebSocket"},
      {401, "it asks for credentials"},
      {402, "the server refuses the request"},
      {403, "it forbids the request"},
      {404, "nothing is at this path"},
      {405, "this path does not allow GET"},
      {426, "it asks for another protocol"},
      {429, "there were too many requests"},
      {499, "the server refuses the request"},
      {500, "an error inside the server, or the proxy"},
      {502, "the proxy reaches no game server"},
      {503, "is not available now"},
      {504, "does not answer in time"},
      {599, "an error inside the server, or the proxy"},
      {600, ": no upgrade"},
  };
  for (const auto& [status, meaning] : meanings) {
    ++stream;
    open();
    send(client, std::string(request) + "\r\n");
    send(server, "HTTP/1.1 " + std::to_string(status) + " Text\r\n\r\n");
    EXPECT_EQ(problem(), Tcp::upgrade_refused) << status;
    EXPECT_TRUE(says(meaning)) << status << ": " << text;
  }
}
TEST_F(EndsOfConnections, ARequestOfAnotherProgramIsNotJudged) {
  send(client, "GET /page HTTP/1.1\r\nHost: x\r\n\r\n");
  send(server, "HTTP/1.1 404 Not Found\r\n\r\n");
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, NoAnswer) {
  send(client, std::string(request) + "Sec-WebSocket-Protocol: go\r\n\r\n");
  end(server);
  EXPECT_EQ(problem(), Tcp::upgrade_unanswered);
  EXPECT_TRUE(says("none of the sub-protocols")) << text;
}
TEST_F(EndsOfConnections, NoAnswerUntilTheClientGivesUp) {
  send(client, std::string(request) + "\r\n");
  wait(3);
  end(client);
  EXPECT_EQ(problem(), Tcp::upgrade_unanswered);
  for (const char* cause : {"stands still", "expects TLS", "is no WebSocket server", "refuses new connections"})
    EXPECT_TRUE(says(cause)) << text;
}
TEST_F(EndsOfConnections, AServerThatSpeaksToOthersMeanwhileRunsAndNeedsNoTls) {
  const struct {
    double before;  // seconds from its last message to another client, to the request
    double after;   // ... from the request to such a message; 0: none
    std::uint64_t other_target;
    unsigned remaining;
    const char* excluded;
  } rows[] = {
      {0, 1.5, 0, 1, "Not: its main loop stands still (it sends to another client meanwhile, frame "},
      {0, 0.2, 0, 2, "Not: it expects TLS, or is no WebSocket server (it serves another WebSocket, frame "},
      {0.5, 0, 0, 2, "Not: it expects TLS, or is no WebSocket server (it serves another WebSocket, frame "},
      {30, 0, 0, 4, ""},
      {0, 1.5, 99, 4, ""},
      // Each segment comes a millisecond after the one before: half a second of waiting, and a second before it.
      {0, 0.4995, 0, 1, "Not: its main loop stands still (it sends to another client meanwhile, frame "},
      {0, 0.4985, 0, 2, "Not: it expects TLS, or is no WebSocket server (it serves another WebSocket, frame "},
      {0.9965, 0, 0, 2, "Not: it expects TLS, or is no WebSocket server (it serves another WebSocket, frame "},
      {0.9975, 0, 0, 4, ""},
  };
  for (const auto& each : rows) {
    target += 10;
    ++stream;
    const std::uint64_t asked = target;
    if (each.other_target != 0) target = each.other_target;
    open();
    upgrade();
    send(server, score);
    const auto others = sequence;
    const std::uint32_t other = stream;
    target = asked;
    wait(each.before);
    ++stream;
    open();
    send(client, std::string(request) + "\r\n");
    const auto mine = sequence;
    if (each.after != 0) {
      wait(each.after);
      sequence = others;
      --stream;
      send(server, score);
      EXPECT_EQ(stream, other);
      sequence = mine;
      ++stream;
    }
    wait(3);
    end(client);
    EXPECT_EQ(problem(), Tcp::upgrade_unanswered);
    EXPECT_EQ(causes, each.remaining) << text;
    EXPECT_TRUE(says(each.excluded)) << text;
    EXPECT_TRUE(says("refuses new connections")) << text;
  }
}
/// A server with refuse_new_connections ends TCP, too, and goes on with those that it has.
TEST_F(EndsOfConnections, AServerThatGoesOnHasNotEnded) {
  constexpr const char* ended = "the server refuses new connections, or has ended";
  constexpr const char* restarted = "the server refuses new connections, or had ended and was started again";
  constexpr const char* not_ended = "it has ended (it still serves a WebSocket that it had before, frame ";
  const struct {
    bool is_older;  ///< another connection was there before the request that gets no answer; else it comes later
    double after;   ///< seconds until the server then sends to it
    const char* said;
    const char* excluded;
  } rows[] = {{true, 1, "the server refuses new connections", not_ended},
              {true, 0.4995, "the server refuses new connections", not_ended},
              {true, 0.4985, ended, ""},
              {true, 0.3, ended, ""},
              {false, 1, restarted, ""}};
  for (const auto& each : rows) {
    target += 10;
    ++stream;
    const std::uint32_t other = stream;
    if (each.is_older) {
      open();
      upgrade();
    }
    const auto others = sequence;
    ++stream;
    open();
    send(client, std::string(request) + "\r\n");
    end(server);
    const std::uint32_t shown_in = frame;
    EXPECT_EQ(problem(), Tcp::upgrade_unanswered);
    EXPECT_TRUE(says(ended)) << text;
    if (!each.is_older) wait(1);
    stream = each.is_older ? other : stream + 1;
    sequence = others;
    if (!each.is_older) {
      open();
      upgrade();
    }
    wait(each.after);
    send(server, score);
    const std::uint32_t last = frame;
    frame = shown_in;
    EXPECT_EQ(problem(), Tcp::upgrade_unanswered);
    frame = last;
    EXPECT_TRUE(says(each.said)) << text;
    EXPECT_EQ(says("or has ended"), each.said == ended) << text;
    EXPECT_EQ(says(not_ended), each.excluded == not_ended) << text;
    stream = other + 3;
  }
}
TEST_F(EndsOfConnections, NoAnswerIsNotSaidIfTheCaptureLacksIt) {
  send(client, std::string(request) + "\r\n");
  sequence[server] += 129;
  end(server);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, NoAnswerIsNotSaidIfTheClientHasGotOne) {
  send(client, std::string(request) + "\r\n");
  sequence[server] += 129;
  wait(2);
  end(client);
  EXPECT_EQ(problem(), Tcp::count_);
}
/// As in a capture merged of two, by clocks that differ.
TEST_F(EndsOfConnections, NoAnswerIsNotSaidIfItStandsBeforeTheRequest) {
  const std::string asked = std::string(request) + "\r\n";
  const std::string answered = std::string(answer) + "\r\n";
  sequence[client] += static_cast<std::uint32_t>(asked.size());
  send(server, answered);
  sequence = {sequence[server] - static_cast<std::uint32_t>(answered.size()),
              sequence[client] - static_cast<std::uint32_t>(asked.size())};
  send(client, asked);
  sequence[server] += static_cast<std::uint32_t>(answered.size());
  wait(3);
  end(client);
  EXPECT_EQ(problem(), Tcp::count_) << text;
}
TEST_F(EndsOfConnections, NoAnswerIsNotSaidIfTheCaptureHasOneDirection) {
  stream = 1;
  add(client, "", {.opens = true});
  ++sequence[client];
  send(client, std::string(request) + "\r\n");
  wait(2);
  end(client);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, AClientThatLeavesAtOnceIsNoProblem) {
  send(client, std::string(request) + "\r\n");
  end(client);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, SubProtocols) {
  const struct {
    const char* asked;
    const char* chosen;
    Tcp expected;
  } cases[] = {
      {"", "", Tcp::count_},
      {"Sec-WebSocket-Protocol: go\r\n", "Sec-WebSocket-Protocol: go\r\n", Tcp::count_},
      {"Sec-WebSocket-Protocol: chess, go\r\n", "Sec-WebSocket-Protocol: go\r\n", Tcp::count_},
      {"Sec-WebSocket-Protocol: go\r\n", "", Tcp::subprotocol_differs},
      {"Sec-WebSocket-Protocol: go\r\n", "Sec-WebSocket-Protocol: chess\r\n", Tcp::subprotocol_differs},
      {"", "Sec-WebSocket-Protocol: chess\r\n", Tcp::subprotocol_differs},
  };
  for (const auto& each : cases) {
    ++stream;
    open();
    upgrade(each.asked, each.chosen);
    EXPECT_EQ(problem(), each.expected) << each.asked << each.chosen;
  }
}
TEST_F(EndsOfConnections, PlainTextToAPortOfTls) {
  send(client, std::string(request) + "\r\n");
  send(server, alert);
  EXPECT_EQ(problem(), Tcp::tls_differs);
  end(server);
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, AnAlertThatAnswersNoRequestInPlainText) {
  send(server, alert);
  EXPECT_EQ(problem(), Tcp::count_);
}

// --- Sleep ----------------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, NothingComesAlthoughItIsSentAgain) {
  enum class Capture { whole, lacks, acknowledged };
  for (const Capture capture : {Capture::whole, Capture::lacks, Capture::acknowledged}) {
    ++stream;
    open();
    upgrade();
    if (capture == Capture::lacks) sequence[client] += static_cast<std::uint32_t>(masked.size());
    const auto play = [&](int times) {
      for (int i = 0; i != times; ++i) {
        wait(0.05);
        send(client, masked);
        send(server, score);
      }
    };
    play(40);
    for (int i = 0; i != 20; ++i) {
      wait(0.15);
      send(server, score);
      sequence[server] -= 7;
      send(server, score);
      if (capture == Capture::acknowledged) send(client, "");
    }
    unsigned found = 0;
    for (int i = 0; i != 20; ++i) {
      wait(0.05);
      send(client, masked);
      if (ends.find(frame) == nullptr) continue;
      ++found;
      EXPECT_EQ(problem(), Tcp::slept);
      EXPECT_EQ(causes, 2U) << text;
      EXPECT_TRUE(says("One of: its device slept, or its system stopped the game")) << text;
      EXPECT_TRUE(says("its link was out, while its program stood still or had nothing to send")) << text;
      EXPECT_TRUE(says("20 segments were sent to it again")) << text;
    }
    EXPECT_EQ(found, capture == Capture::whole ? 1U : 0U);
  }
}

// --- The window -----------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, WindowOfZero) {
  upgrade();
  window = 0;
  send(client, "");
  wait(10.9);
  window = 65535;
  send(client, "");
  EXPECT_EQ(problem(), Tcp::window_closed);
  EXPECT_TRUE(says("10.9 s")) << text;
}
TEST_F(EndsOfConnections, WindowOfZeroForAMomentIsNoProblem) {
  upgrade();
  window = 0;
  send(client, "");
  wait(0.5);
  window = 65535;
  send(client, "");
  EXPECT_EQ(problem(), Tcp::count_);
}

TEST_F(EndsOfConnections, WindowOfZeroUntilTheEnd) {
  upgrade();
  window = 0;
  send(client, "");
  wait(3);
  send(client, "");
  const std::uint32_t shown_in = frame;
  EXPECT_EQ(problem(), Tcp::window_closed) << "the capture may end here";
  EXPECT_TRUE(says("3.0 s or longer")) << text;
  wait(2);
  end(server, true);
  EXPECT_EQ(problem(), Tcp::count_) << "it is shown once";
  frame = shown_in;
  EXPECT_EQ(problem(), Tcp::window_closed);
  EXPECT_TRUE(says("The client's window is 0 for 5.0 s, from")) << text;
}

/// A stream of values, marked as such by the host. Without its SYN, its client is not known.
TEST_F(EndsOfConnections, WindowOfZeroWithoutWebSocket) {
  for (const bool has_beginning : {true, false}) {
    ++stream;
    if (has_beginning) open();
    ends.mark(stream);
    window = 0;
    send(server, "");
    wait(2);
    window = 65535;
    send(server, "");
    EXPECT_EQ(problem(), Tcp::window_closed);
    EXPECT_TRUE(says(has_beginning ? "The server's window" : "The receiver's window")) << text;
    EXPECT_FALSE(ends.find(frame)->front().is_websocket);
  }
}
TEST_F(EndsOfConnections, WindowOfZeroOfAnotherProgram) {
  window = 0;
  send(server, "");
  wait(2);
  send(server, "");
  EXPECT_EQ(ends.find(frame), nullptr);
}

// --- Heads of frames ------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, HeadsOfAMessageInSeveralFrames) {
  upgrade();
  ends.mark(stream);
  send(server, std::string("\x02\x02sc", 4));
  EXPECT_EQ(ends.control_in(frame).heads, 0U);
  send(server, std::string("\x00\x01o", 3));
  send(server, std::string("\x80\x02re", 4));
  EXPECT_EQ(ends.control_in(frame).heads, 4U) << "three heads of two bytes, instead of one";
  send(client, std::string("\x02\x81\0\0\0\0a\x80\x81\0\0\0\0b", 14));
  EXPECT_EQ(ends.control_in(frame).heads, 6U);
  send(server, score);
  EXPECT_EQ(ends.control_in(frame).heads, 0U);
}

/// Only probes are sent to such a window: it was opened, and the capture lacks that.
TEST_F(EndsOfConnections, WindowOfZeroThatWasOpenedUnseen) {
  for (const bool is_late : {false, true}) {
    ++stream;
    open();
    upgrade();
    window = 0;
    send(client, "");
    wait(is_late ? 0.6 : 0.1);
    window = 65535;
    send(server, score);
    wait(2);
    send(client, "");
    EXPECT_EQ(problem(), is_late ? Tcp::count_ : Tcp::window_closed) << "what was under way may still come";
  }
}

// --- Order ----------------------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, SegmentsThatComeLateOrTwiceChangeNothing) {
  upgrade();
  const auto begin = sequence[server];
  sequence[server] = begin + 7;
  send(server, close_frame(1011));
  EXPECT_EQ(problem(), Tcp::count_);
  sequence[server] = begin;
  send(server, score);
  EXPECT_EQ(problem(), Tcp::closed_by_server);
  sequence[server] = begin + 7;
  send(server, close_frame(1011));
  EXPECT_EQ(problem(), Tcp::count_);
}
TEST_F(EndsOfConnections, HeadsMayComeInSingleBytes) {
  const std::string whole = std::string(request) + "\r\n";
  for (const char byte : whole) send(client, {&byte, 1});
  for (const char byte : std::string(answer) + "\r\n" + score + close_frame(1013)) send(server, {&byte, 1});
  EXPECT_EQ(problem(), Tcp::closed_by_server);
}

// --- All that is known ----------------------------------------------------------------------------------------------

TEST_F(EndsOfConnections, WhatIsKnownOfCloses) {
  upgrade();
  send(server, score);
  send(server, compressed);
  send(client, masked_close(1002));
  EXPECT_EQ(whole(), "0 by_client=1 code=1002 fault=1 frame=6");
  begin();
  upgrade();
  send(client, score);
  send(client, score);
  send(server, close_frame(1002));
  EXPECT_EQ(whole(), "0 code=1002 fault=2 frame=5") << "the first of two wrong frames";
  begin();
  upgrade();
  send(client, std::string("\x82\xFE\x00\xC8\0\0\0\0", 8) + std::string(200, 'x'));
  send(client, masked);
  send(server, close_frame(1009));
  EXPECT_EQ(whole(), "0 code=1009 frame=5 size=200");
  begin();
  upgrade();
  send(client, std::string("\x02\xFE\x00\xC8\0\0\0\0", 8) + std::string(200, 'x'));
  send(client, std::string("\x80\xFE\x00\xC8\0\0\0\0", 8) + std::string(100, 'x'));
  send(server, close_frame(1009));
  EXPECT_EQ(whole(), "0 code=1009 frame=5 size=400") << "two frames of one message, which is not complete";
  begin();
  upgrade();
  send(server, close_frame(1011));
  EXPECT_EQ(whole(), "0 code=1011");
  begin();
  upgrade();
  send(client, masked_close(1003));
  EXPECT_EQ(whole(), "0 by_client=1 code=1003");
}

TEST_F(EndsOfConnections, WhatIsKnownOfFramesThatAreNotRead) {
  upgrade();
  send(server, score);
  send(server, masked);
  EXPECT_EQ(whole(), "8 by_client=1 fault=3 frame=6");
  begin();
  upgrade();
  send(client, score);
  EXPECT_EQ(whole(), "") << "only what the client gets is judged so";
}

/// A control frame has at most 125 bytes, all at once; the first frame of a message goes on only by continuations.
TEST_F(EndsOfConnections, WhichFramesAreWrong) {
  const auto fault = [this](std::initializer_list<std::string> frames) {
    begin();
    upgrade();
    for (const std::string& each : frames) send(server, each);
    return whole();
  };
  EXPECT_EQ(fault({std::string("\x89\x7D", 2) + std::string(125, 'x')}), "");
  EXPECT_EQ(fault({std::string("\x89\x7E\0\x7E", 4) + std::string(126, 'x')}), "8 by_client=1 fault=6 frame=5");
  EXPECT_EQ(fault({std::string("\x09\0", 2)}), "8 by_client=1 fault=6 frame=5");
  EXPECT_EQ(fault({std::string("\x02\x01x", 3), ping, std::string("\x80\x01x", 3)}), "") << "a Ping in between";
  EXPECT_EQ(fault({std::string("\x02\x01x", 3), score}), "8 by_client=1 fault=7 frame=6");
  EXPECT_EQ(fault({std::string("\x80\x01x", 3)}), "8 by_client=1 fault=7 frame=5");
  EXPECT_EQ(fault({std::string("\x92\x01x", 3)}), "8 by_client=1 fault=4 frame=5");
  EXPECT_EQ(fault({std::string("\x8B\0", 2)}), "8 by_client=1 fault=5 frame=5");
}

TEST_F(EndsOfConnections, WhatIsKnownOfTheUpgrade) {
  send(client, std::string(request) + "\r\n");
  send(server, "HTTP/1.1 302 Found\r\nLocation: /a\x01\x7F~ b\r\n\r\n");
  EXPECT_EQ(whole(), "3 code=302 frame=3 text=/a??~ b");
  begin();
  send(client, std::string(request) + "\r\n");
  send(server, "HTTP/1.1 400 Bad Request\r\n\r\nThe plain HTTP request was sent to HTTPS port");
  EXPECT_EQ(whole(), "6 speaks_tls=1 code=400 frame=3");
  begin();
  send(client, std::string(request) + "\r\n");
  send(server, "HTTP/1.1 403 Forbidden\r\n\r\nHTTPS port");
  EXPECT_EQ(whole(), "3 code=403 frame=3");
  begin();
  send(client, std::string(request) + "\r\n");
  send(server, std::string("\x15\x03\x03\0\x02\x02\x46", 7));
  EXPECT_EQ(whole(), "6 speaks_tls=1 frame=3");
  begin();
  upgrade("Sec-WebSocket-Protocol: chess , go\r\n", "Sec-WebSocket-Protocol: go\r\n");
  EXPECT_EQ(whole(), "");
  begin();
  upgrade("Sec-WebSocket-Protocol: chess\r\n", "Sec-WebSocket-Protocol: go\r\n");
  EXPECT_EQ(whole(), "5 code=101 subprotocol=3 frame=3 text=go");
  begin();
  upgrade("Sec-WebSocket-Protocol: chess\r\n", "");
  EXPECT_EQ(whole(), "5 code=101 subprotocol=1 frame=3");
  begin();
  upgrade("", "Sec-WebSocket-Protocol: go\r\n");
  EXPECT_EQ(whole(), "5 code=101 subprotocol=2 frame=3 text=go");
}

/// The list of what is offered is kept up to 95 letters: one that fills that may be cut, and is not judged.
TEST_F(EndsOfConnections, OfAListThatMayBeCutNothingIsSaid) {
  for (const std::size_t size : {94U, 95U}) {
    begin();
    upgrade("Sec-WebSocket-Protocol: " + std::string(size, 'x') + "\r\n", "Sec-WebSocket-Protocol: go\r\n");
    EXPECT_EQ(whole().empty(), size == 95) << whole();
  }
}

TEST_F(EndsOfConnections, WhatIsKnownOfAnEndWithoutAClose) {
  upgrade();
  for (int i = 0; i != 2; ++i) {
    send(server, ping);
    send(client, masked_pong);
    wait(0.998);
  }
  send(server, ping);
  send(client, "");
  wait(1.199);
  end(server);
  EXPECT_EQ(whole(), "2 frame=9 is_acknowledged=1 length=1201 every=1000");
  begin();
  upgrade();
  send(server, score);
  send(client, "");
  send(server, ping);
  wait(0.3);
  send(client, masked);
  wait(0.3);
  end(server);
  EXPECT_EQ(whole(), "2 frame=7 polls_in=8 is_acknowledged=1 length=602");
  begin();
  send(client, std::string(request) + "Sec-WebSocket-Protocol: go\r\n\r\n");
  wait(0.249);
  end(server, true);
  EXPECT_EQ(whole(), "4 is_reset=1 offers=1 frame=3 length=250");
  begin();
  send(client, std::string(request) + "\r\n");
  wait(0.999);
  end(client);
  EXPECT_EQ(whole(), "4 by_client=1 frame=3 length=1000") << "it waited for a second";
  begin();
  send(client, std::string(request) + "\r\n");
  wait(0.998);
  end(client);
  EXPECT_EQ(whole(), "");
  begin();
  upgrade();
  send(server, score);
  wait(59.999);
  end(server);
  EXPECT_EQ(whole(), "1 frame=5 length=60000");
  begin();
  upgrade();
  send(server, score);
  wait(89.999);
  send(client, masked);
  wait(0.998);
  end(server, true);
  EXPECT_EQ(whole(), "1 is_reset=1 is_first_after=1 frame=6 length=90000");
  begin();
  upgrade();
  send(server, score);
  wait(89.999);
  send(client, masked);
  wait(0.999);
  end(server, true);
  EXPECT_EQ(whole(), "") << "a second later it is no answer";
}

TEST_F(EndsOfConnections, WhatIsKnownOfAWindowOfZero) {
  for (const double time : {0.998, 0.999}) {
    begin();
    upgrade();
    window = 0;
    send(server, "");
    window = 65535;
    send(client, std::string_view(masked).substr(0, 1));
    wait(time - 0.001);
    send(server, "");
    EXPECT_EQ(whole(), time < 0.999 ? "" : "7 frame=5 size=1 length=1000");
  }
}

/// The window stays shut: the wait goes on, and so much was sent to it meanwhile.
TEST_F(EndsOfConnections, WhatIsSentToAClosedWindowIsCounted) {
  upgrade();
  window = 0;
  send(server, "");
  wait(0.1);
  send(client, masked);
  send(client, masked);
  wait(1.9);
  window = 0;
  send(server, "");
  EXPECT_EQ(whole(), "7 goes_on=1 frame=5 size=22 length=2003");
}

}  // namespace
}  // namespace godot::analysis::tcp_ends
