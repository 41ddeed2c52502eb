// SPDX-License-Identifier: MIT
// All that is said of meetings: whole statements, and the times and counts at which each is said, with the last value
// on both sides. Datagrams are written by hand.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "analysis/ice/meetings.h"
#include "analysis/problems/problem_table.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/ice/messages.h"
#include "tests/unit/analysis/ice/said.h"

namespace {

using namespace godot;
using namespace godot::test::ice;
using analysis::IceMeetings;
using Returned = IceMeetings::Returned;

constexpr End own = {{10, 0, 2, 2}, 4, 5000};
constexpr End other = {{203, 0, 113, 10}, 4, 6000};
constexpr End far_private = {{10, 0, 1, 2}, 4, 6000};
constexpr End server = {{203, 0, 113, 1}, 4, 3478};
constexpr End second_server = {{203, 0, 113, 2}, 4, 3478};
constexpr std::int64_t ms = 1'000'000;

const Bytes client_hello = record(22, 0, {1, 0, 0, 0});
const Bytes server_hello = record(22, 0, {2, 0, 0, 0});
const Bytes data = record(23, 1, {1, 2, 3, 4});
const Bytes close_notify = record(21, 1, {1, 2, 3, 4});

/// Each statement: the frame, the problem, how many causes remain, the frames of the evidence; then the text.
std::string whole(const IceMeetings& meetings) {
  std::string all;
  for (const auto& each : meetings.statements(analysis::arena)) {
    all += std::to_string(each.frame) + " ";
    if (each.basis.causes != 0 || each.advice.why != nullptr) {
      all += std::string(analysis::problems::row(each.row).kind) + (each.is_problem ? " " : " (no problem) ") +
             std::to_string(each.basis.causes) + " [";
      for (std::size_t i = 0; i != each.basis.frame_count; ++i)
        all += (i == 0 ? "" : " ") + std::to_string(each.basis.frames[i]);
      all += "] ";
    }
    all += std::string(each.text) + '\n';
  }
  return all;
}

/// Datagrams at times of their own, in milliseconds.
class Play {
 public:
  void sends(std::int64_t at, const End& from, const End& to, const Bytes& bytes, Returned returned = Returned::no) {
    meetings.datagram({from, to, bytes, bytes.size(), returned, {++frame, at * ms}});
    if (returned == Returned::no) meetings.hears(to);
  }
  std::uint8_t checks(std::int64_t at, const End& from, const End& to, bool nominates = false) {
    const bool from_own = from == own;
    std::vector<Bytes> all = {attribute(0x0006, text(from_own ? "bbbb:aaaa" : "aaaa:bbbb"))};
    if (nominates) all.push_back(attribute(0x0025, {}));
    sends(at, from, to, message(0x0001, ++transaction, all));
    return transaction;
  }
  void check_each(std::initializer_list<std::int64_t> times, const End& from, const End& to) {
    for (const std::int64_t at : times) checks(at, from, to);
  }
  void answers(std::int64_t at, const End& from, const End& to, std::uint8_t number) {
    sends(at, from, to, message(0x0101, number, {attribute(0x0020, address(to))}));
  }
  void checked(std::int64_t at, const End& from, const End& to, bool nominates = false) {
    answers(at + 5, to, from, checks(at, from, to, nominates));
  }
  void refuses(std::int64_t at, const End& from, const End& to, std::uint8_t number, unsigned error) {
    const Bytes value = {0, 0, static_cast<std::uint8_t>(error / 100), static_cast<std::uint8_t>(error % 100)};
    sends(at, from, to, message(0x0111, number, {attribute(0x0009, value)}));
  }
  void asks(std::int64_t at, const End& from, const End& to = server, bool is_turn = false) {
    sends(at, from, to, message(is_turn ? 0x0003 : 0x0001, ++transaction));
  }
  /// Both reach each other from 0 on.
  void meet() {
    checked(0, own, other, true);
    checked(10, other, own);
  }
  /// ... and the handshake is over with the first data.
  void shake_hands() {
    meet();
    sends(100, own, other, client_hello);
    sends(120, other, own, server_hello);
    sends(140, own, other, data);
    sends(160, other, own, data);
  }
  /// What is said when nothing more has come until then.
  std::string at(std::int64_t time) {
    meetings.reach(time * ms);
    return whole(meetings);
  }
  /// It is not said one millisecond before, and it is said then.
  void is_said_from(std::int64_t time, const char* what) {
    EXPECT_FALSE(has(at(time - 1), what)) << whole(meetings);
    EXPECT_TRUE(has(at(time), what)) << whole(meetings);
  }
  void is_never_said(const char* what) { EXPECT_FALSE(has(at(100'000), what)) << whole(meetings); }

  IceMeetings meetings;
  std::uint32_t frame = 0;
  std::uint8_t transaction = 0;
};

// --- Servers and names ----------------------------------------------------------------------------------------------

TEST(IceVerdicts, AServerIsSilentAfterThreeRequestsAndFourSeconds) {
  Play play;
  play.checks(0, own, other);
  for (const int at : {100, 600, 1600}) play.asks(at, own);
  play.is_said_from(4100, "does not answer 10.0.2.2:5000 (3 requests in 1.5 s)");
  Play twice;
  twice.checks(0, own, other);
  for (const int at : {100, 600}) twice.asks(at, own);
  twice.is_never_said("does not answer");
}

std::string of_silent_server(Returned returned, bool is_turn, bool is_heard) {
  Play play;
  play.checks(0, own, other);
  for (const int at : {100, 1100, 2100}) play.asks(at, own, server, is_turn);
  if (returned != Returned::no) play.sends(2200, own, server, {}, returned);
  if (is_heard) play.meetings.hears(own);
  return play.at(4100);
}
TEST(IceVerdicts, AServerThatIsSilent) {
  EXPECT_EQ(of_silent_server(Returned::no, false, true),
            "2 not_connected 2 [] The STUN server 203.0.113.1:3478 does not answer 10.0.2.2:5000 (3 requests in 2.0 "
            "s). One of: a firewall drops UDP to that port, or its answers: Open UDP to it, or use a TURN server over "
            "TCP or TLS; address or port are wrong, or the server is down: Correct them in iceServers\n");
  EXPECT_EQ(
      of_silent_server(Returned::no, true, false),
      "2 not_connected 3 [] The TURN server 203.0.113.1:3478 does not answer 10.0.2.2:5000 (3 requests in 2.0 s). One "
      "of: a firewall drops UDP to that port, or its answers: Open UDP to it, or use a TURN server over TCP or TLS; "
      "address or port are wrong, or the server is down: Correct them in iceServers; the capture has one direction "
      "alone (nothing is sent to the host of 10.0.2.2:5000): Capture both directions, at one of the ends\n");
  EXPECT_EQ(of_silent_server(Returned::closed, false, true),
            "2 not_connected 1 [5] The STUN server 203.0.113.1:3478 does not answer 10.0.2.2:5000 (3 requests in 2.0 "
            "s): nothing listens there (the ICMP error in frame 5). Start the server, or correct address and port in "
            "iceServers\n");
  EXPECT_EQ(of_silent_server(Returned::no_way, true, true),
            "2 not_connected 1 [5] The TURN server 203.0.113.1:3478 does not answer 10.0.2.2:5000 (3 requests in 2.0 "
            "s): no way leads there (the ICMP error in frame 5). Correct the address in iceServers, or open the way\n");
}

/// An answer to any port of the host, over the same protocol, shows that the server runs.
TEST(IceVerdicts, AServerThatAnswersAnotherPortIsNotSilent) {
  Play play;
  play.checks(0, own, other);
  for (const int at : {100, 1100, 2100}) play.asks(at, own);
  play.asks(2200, {own.host, 4, 5002});
  play.answers(2210, server, {own.host, 4, 5002}, play.transaction);
  play.is_never_said("does not answer");
  Play elsewhere;
  elsewhere.checks(0, own, other);
  for (const int at : {100, 1100, 2100}) elsewhere.asks(at, own);
  elsewhere.asks(2200, {own.host, 4, 5002}, second_server);
  elsewhere.answers(2210, second_server, {own.host, 4, 5002}, elsewhere.transaction);
  EXPECT_TRUE(has(elsewhere.at(5000), "The STUN server 203.0.113.1:3478 does not answer"));
}

/// Of each outcome, once: a client asks from many ports.
TEST(IceVerdicts, WhatAServerSaysIsSaidOnceOfEachHost) {
  Play play;
  play.checks(0, own, other);
  for (const std::uint16_t port : {5002, 5003}) {
    play.asks(100, {own.host, 4, port});
    play.answers(120, server, {own.host, 4, port}, play.transaction);
  }
  play.asks(100, {other.host, 4, 5002});
  play.answers(140, server, {other.host, 4, 5002}, play.transaction);
  EXPECT_EQ(play.at(150),
            "2 the STUN server 203.0.113.1:3478 sees 10.0.2.2:5002 as 10.0.2.2:5002, after 20 ms\n6 the STUN server "
            "203.0.113.1:3478 sees 203.0.113.10:5002 as 203.0.113.10:5002, after 40 ms\n");
}

std::string of_refused(unsigned error) {
  Play play;
  play.checks(0, own, other);
  play.sends(10, own, server, message(0x0003, ++play.transaction, {attribute(0x0006, text("player"))}));
  const Bytes value = {0, 0, static_cast<std::uint8_t>(error / 100), static_cast<std::uint8_t>(error % 100)};
  play.sends(20, server, own, message(0x0113, play.transaction, {attribute(0x0009, value)}));
  return play.at(30);
}
TEST(IceVerdicts, AServerOfTurnRefuses) {
  EXPECT_EQ(of_refused(401),
            "3 not_connected 1 [3] The TURN server 203.0.113.1:3478 refuses 10.0.2.2:5000: name or password are wrong, "
            "or have expired (error 401 (Unauthorized) in frame 3). Correct username and credential in iceServers, and "
            "make those with a time limit anew\n");
  EXPECT_EQ(of_refused(441),
            "3 not_connected 1 [3] The TURN server 203.0.113.1:3478 refuses 10.0.2.2:5000: name or password are wrong, "
            "or have expired (error 441 (Wrong Credentials) in frame 3). Correct username and credential in "
            "iceServers, and make those with a time limit anew\n");
  EXPECT_EQ(of_refused(486),
            "3 not_connected 1 [3] The TURN server 203.0.113.1:3478 refuses 10.0.2.2:5000: this user has as many "
            "allocations as it may (error 486 (Allocation Quota Reached) in frame 3). Raise the server's quota\n");
  EXPECT_EQ(of_refused(508),
            "3 not_connected 1 [3] The TURN server 203.0.113.1:3478 refuses 10.0.2.2:5000: the server has no free port "
            "(error 508 (Insufficient Capacity) in frame 3). Give it more ports\n");
  EXPECT_EQ(of_refused(500),
            "3 not_connected 1 [3] The TURN server 203.0.113.1:3478 refuses 10.0.2.2:5000: its answer is an error "
            "(error 500 (Server Error) in frame 3)\n");
  EXPECT_EQ(of_refused(498),
            "3 not_connected 1 [3] The TURN server 203.0.113.1:3478 refuses 10.0.2.2:5000: its answer is an error "
            "(error 498 in frame 3)\n")
      << "an error without a name";
  EXPECT_EQ(of_refused(300), "") << "another server is asked";
  EXPECT_EQ(of_refused(438), "") << "the nonce has expired";
}

TEST(IceVerdicts, AServerOfTurnRelaysAndDenies) {
  Play play;
  play.checks(0, own, other);
  play.sends(10, own, server, message(0x0003, ++play.transaction, {attribute(0x0006, text("player"))}));
  play.sends(30, server, own, message(0x0103, play.transaction, {attribute(0x0016, address({server.host, 4, 50000}))}));
  const Bytes user = attribute(0x0006, text("player"));
  for (const End& peer : {End{{127, 0, 0, 1}, 4, 6000}, far_private, other}) {
    play.sends(40, own, server, message(0x0008, ++play.transaction, {user, attribute(0x0012, address(peer))}));
    play.sends(50, server, own, message(0x0118, play.transaction, {attribute(0x0009, {0, 0, 4, 3})}));
  }
  EXPECT_EQ(play.at(60),
            "2 the TURN server 203.0.113.1:3478 relays 10.0.2.2:5000 as 203.0.113.1:50000, after 20 ms\n7 "
            "not_connected 0 [7] The TURN server 203.0.113.1:3478 does not relay to 10.0.1.2:6000: error 403 "
            "(Forbidden). Allow this peer in the server's configuration\n")
      << "not of an address of the player's own machine";
}

/// Only a client that does nothing but ICE asks for its address to meet someone.
TEST(IceVerdicts, NoCheckFollowsTheAnswerOfAServer) {
  Play play;
  play.sends(0, own, server, message(0x0001, ++play.transaction, {attribute(0x8022, text("libjuice"))}));
  play.answers(100, server, own, play.transaction);
  play.is_said_from(15'100, "neither sends nor gets a check");
  EXPECT_EQ(play.at(15'100),
            "1 the STUN server 203.0.113.1:3478 sees 10.0.2.2:5000 as 10.0.2.2:5000, after 100 ms\n1 not_connected 3 "
            "[] 10.0.2.2:5000 has asked its server, and neither sends nor gets a check in 15 s. One of: the other "
            "end's description or its candidates have not come by signalling: Let signalling carry the description and "
            "each candidate to the other end, and wait until it has set them; the other end offers only names of mDNS "
            "(a browser without a STUN server), which this network does not resolve: Give the other end a STUN or TURN "
            "server (iceServers); no other end has come yet\n");
  play.checks(15'200, other, own);
  play.is_never_said("neither sends nor gets a check");
}

/// A question of DNS for a name that a browser offers.
Bytes question() {
  std::string packet(12, 0);
  packet[5] = 1;
  packet += std::string("\x24") + "6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44" + "\x05local" + std::string(5, 0);
  return {packet.begin(), packet.end()};
}
TEST(IceVerdicts, ANameOfMdnsHasNoAnswerAfterFourSeconds) {
  constexpr End group = {{224, 0, 0, 251}, 4, 5353};
  Play play;
  play.sends(0, own, server, message(0x0001, ++play.transaction, {attribute(0x8022, text("libjuice"))}));
  play.answers(100, server, own, play.transaction);
  play.sends(200, {own.host, 4, 5353}, group, question());
  play.is_said_from(4200, "asks for 6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44.local");
  EXPECT_EQ(play.at(15'100),
            "1 the STUN server 203.0.113.1:3478 sees 10.0.2.2:5000 as 10.0.2.2:5000, after 100 ms\n1 not_connected 1 "
            "[3] 10.0.2.2:5000 has asked its server, and neither sends nor gets a check in 15 s: the other end offers "
            "only names of mDNS (a browser without a STUN server), which this network does not resolve (it asks for "
            "one in frame 3). Give the other end a STUN or TURN server (iceServers)\n3 not_connected 3 [] "
            "10.0.2.2:5353 asks for 6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44.local, which a browser offers instead of its "
            "address, and gets no answer. One of: the other end is in another network, where mDNS does not reach: Give "
            "it a STUN or TURN server (iceServers), so that it offers addresses, too; a firewall or access point drops "
            "mDNS (UDP 5353): Let it pass, or use a STUN server; the browser's page has closed its connection\n");
  play.shake_hands();
  play.is_never_said(".local");
}

// --- Pairs and sessions ---------------------------------------------------------------------------------------------

TEST(IceVerdicts, NothingIsHeardAfterFourChecksAndFourSeconds) {
  Play play;
  play.check_each({100, 200, 300, 400}, own, other);
  play.is_said_from(4100, "None of the 4 checks");
  EXPECT_EQ(play.at(4100),
            "1 not_connected 4 [] None of the 4 checks of 10.0.2.2:5000, of 1 pair in 0.3 s, is answered, and none "
            "comes from 203.0.113.10:6000. One of: a firewall at either end drops UDP of peers, or the NATs of both "
            "take another port for each destination: Give both ends a TURN server (iceServers), which relays where no "
            "direct way is open; the other end has not got this one's description or candidates, or has ended: Let "
            "signalling carry the description and each candidate to the other end, and wait until it has set them; the "
            "capture has one direction alone (nothing is sent to the host of 10.0.2.2:5000): Capture both directions, "
            "at one of the ends; the capture begins after they met, and the other end has gone since: Capture from the "
            "beginning of the game on\n1 10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: no answer\n");
  Play three;
  three.check_each({100, 200, 300}, own, other);
  three.is_never_said("None of the");
}

TEST(IceVerdicts, NothingIsHeardOfTheSecondSideEither) {
  Play play;
  play.check_each({100, 200, 300, 400}, other, own);
  EXPECT_EQ(play.at(4100),
            "1 not_connected 5 [] None of the 4 checks of 203.0.113.10:6000, of 1 pair in 0.3 s, is answered, and none "
            "comes from 10.0.2.2:5000. One of: the other end offers only addresses of its private network, and is in "
            "another one (10.0.2.2:5000 is such an address): Give both ends a STUN server (iceServers), and a TURN "
            "server; a firewall at either end drops UDP of peers, or the NATs of both take another port for each "
            "destination: Give both ends a TURN server (iceServers), which relays where no direct way is open; the "
            "other end has not got this one's description or candidates, or has ended: Let signalling carry the "
            "description and each candidate to the other end, and wait until it has set them; the capture has one "
            "direction alone (nothing is sent to the host of 203.0.113.10:6000): Capture both directions, at one of "
            "the ends; the capture begins after they met, and the other end has gone since: Capture from the beginning "
            "of the game on\n1 203.0.113.10:6000 checks 10.0.2.2:5000, 4 times: no answer\n");
}

/// A capture that begins less than eight seconds before may lack the meeting.
TEST(IceVerdicts, EndsMayHaveMetWithinEightSecondsBeforeTheCapture) {
  constexpr const char* before = "the capture begins after they met";
  for (const std::int64_t begun : {-7900, -7899}) {
    Play play;
    play.meetings.begin(begun * ms);
    play.check_each({100, 200, 300, 400}, own, other);
    EXPECT_EQ(has(play.at(4100), before), begun > -7900);
  }
}

std::string of_unheard(std::initializer_list<End> ends, std::initializer_list<Returned> returned,
                       std::int64_t begun = -9000) {
  Play play;
  play.meetings.begin(begun * ms);
  for (const int at : {100, 200, 300, 400})
    for (const End& end : ends) play.checks(at, own, end);
  const auto* end = ends.begin();
  for (const Returned each : returned) {
    if (each != Returned::no) play.sends(500, own, *end, {}, each);
    ++end;
  }
  return play.at(4100);
}
TEST(IceVerdicts, IcmpSaysWhyNothingIsHeard) {
  EXPECT_EQ(of_unheard({other}, {Returned::closed}),
            "1 not_connected 1 [5] None of the 4 checks of 10.0.2.2:5000, of 1 pair in 0.3 s, is answered, and none "
            "comes from 203.0.113.10:6000: nothing listens at the offered addresses, as the other end's program has "
            "ended or has closed them (the ICMP error in frame 5). Let it make a new offer while it runs\n1 "
            "10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: ICMP says that nothing listens there (frame 5)\n");
  EXPECT_EQ(
      of_unheard({other}, {Returned::closed}, 0),
      "1 not_connected 2 [5] None of the 4 checks of 10.0.2.2:5000, of 1 pair in 0.3 s, is answered, and none comes "
      "from 203.0.113.10:6000. One of: nothing listens at the offered addresses, as the other end's program has ended "
      "or has closed them (the ICMP error in frame 5): Let it make a new offer while it runs; the capture begins after "
      "they met, and the other end has gone since: Capture from the beginning of the game on\n1 10.0.2.2:5000 checks "
      "203.0.113.10:6000, 4 times: ICMP says that nothing listens there (frame 5)\n");
  EXPECT_EQ(of_unheard({other}, {Returned::no_way}),
            "1 not_connected 1 [5] None of the 4 checks of 10.0.2.2:5000, of 1 pair in 0.3 s, is answered, and none "
            "comes from 203.0.113.10:6000: the offered addresses are of another network, to which no way leads (the "
            "ICMP error in frame 5). Give both ends a STUN server (iceServers), and a TURN server\n1 10.0.2.2:5000 "
            "checks 203.0.113.10:6000, 4 times: ICMP says that no way leads there (frame 5)\n");
  EXPECT_EQ(of_unheard({other, far_private}, {Returned::closed, Returned::closed}),
            "1 not_connected 1 [10] None of the 8 checks of 10.0.2.2:5000, of 2 pairs in 0.3 s, is answered, and none "
            "comes from 203.0.113.10:6000: nothing listens at the offered addresses, as the other end's program has "
            "ended or has closed them (the ICMP error in frame 10). Let it make a new offer while it runs\n1 "
            "10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: ICMP says that nothing listens there (frame 9)\n2 "
            "10.0.2.2:5000 checks 10.0.1.2:6000, 4 times: ICMP says that nothing listens there (frame 10)\n");
  EXPECT_EQ(of_unheard({other, far_private}, {Returned::closed, Returned::no_way}),
            "1 not_connected 2 [] None of the 8 checks of 10.0.2.2:5000, of 2 pairs in 0.3 s, is answered, and none "
            "comes from 203.0.113.10:6000. One of: a firewall at either end drops UDP of peers, or the NATs of both "
            "take another port for each destination: Give both ends a TURN server (iceServers), which relays where no "
            "direct way is open; the other end has not got this one's description or candidates, or has ended: Let "
            "signalling carry the description and each candidate to the other end, and wait until it has set them\n1 "
            "10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: ICMP says that nothing listens there (frame 9)\n2 "
            "10.0.2.2:5000 checks 10.0.1.2:6000, 4 times: ICMP says that no way leads there (frame 10)\n");
  EXPECT_EQ(of_unheard({other, far_private}, {Returned::no_way, Returned::no}),
            "1 not_connected 2 [] None of the 8 checks of 10.0.2.2:5000, of 2 pairs in 0.3 s, is answered, and none "
            "comes from 203.0.113.10:6000. One of: a firewall at either end drops UDP of peers, or the NATs of both "
            "take another port for each destination: Give both ends a TURN server (iceServers), which relays where no "
            "direct way is open; the other end has not got this one's description or candidates, or has ended: Let "
            "signalling carry the description and each candidate to the other end, and wait until it has set them\n1 "
            "10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: ICMP says that no way leads there (frame 9)\n2 "
            "10.0.2.2:5000 checks 10.0.1.2:6000, 4 times: no answer\n");
  EXPECT_EQ(of_unheard({far_private}, {}),
            "1 not_connected 4 [] None of the 4 checks of 10.0.2.2:5000, of 1 pair in 0.3 s, is answered, and none "
            "comes from 10.0.1.2:6000. One of: the other end offers only addresses of its private network, and is in "
            "another one (10.0.1.2:6000 is such an address): Give both ends a STUN server (iceServers), and a TURN "
            "server; a firewall at either end drops UDP of peers, or the NATs of both take another port for each "
            "destination: Give both ends a TURN server (iceServers), which relays where no direct way is open; the "
            "other end has not got this one's description or candidates, or has ended: Let signalling carry the "
            "description and each candidate to the other end, and wait until it has set them; the capture has one "
            "direction alone (nothing is sent to the host of 10.0.2.2:5000): Capture both directions, at one of the "
            "ends\n1 10.0.2.2:5000 checks 10.0.1.2:6000, 4 times: no answer\n");
}

/// A server of the same host tells whether UDP leaves at all.
TEST(IceVerdicts, AServerTellsWhetherUdpLeaves) {
  const auto said_with = [](bool answers, Returned returned, const End& client) {
    Play play;
    play.check_each({100, 200, 300, 400}, own, other);
    play.asks(500, client);
    if (answers) play.answers(510, server, client, play.transaction);
    if (returned != Returned::no) play.sends(520, client, server, {}, returned);
    const std::string all = play.at(4100);
    const std::size_t at = all.find("its network lets no UDP out");
    return at == std::string::npos ? "" : all.substr(at, all.find_first_of(";)", at) + 1 - at);
  };
  constexpr End near = {own.host, 4, 5002};
  EXPECT_EQ(said_with(false, Returned::no, near),
            "its network lets no UDP out (its server does not answer either, from frame 5)");
  EXPECT_EQ(said_with(true, Returned::no, near), "its network lets no UDP out (its server answers in frame 6)");
  EXPECT_EQ(said_with(false, Returned::closed, near), "") << "something out there has answered";
  EXPECT_EQ(said_with(true, Returned::no, {{10, 0, 2, 3}, 4, 5000}), "") << "of another host";
}

TEST(IceVerdicts, ChecksAreAnsweredOneWay) {
  Play play;
  play.checked(0, other, own);
  play.check_each({100, 200, 300, 400}, own, other);
  play.is_said_from(4100, "Checks of 203.0.113.10:6000 arrive and are answered");
  EXPECT_EQ(
      play.at(4100),
      "1 203.0.113.10:6000 checks 10.0.2.2:5000, 1 time: answered after 5 ms\n3 not_connected 1 [1] Checks of "
      "203.0.113.10:6000 arrive and are answered, and none of the 4 of 10.0.2.2:5000 is, in 0.3 s: a firewall or NAT "
      "on the way to 203.0.113.10:6000 drops what comes from 10.0.2.2:5000. Give both ends a TURN server (iceServers), "
      "which relays where no direct way is open. Not: the other end has not got this one's description (its checks "
      "come from frame 1 on)\n3 10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: no answer\n");
  Play three;
  three.checked(0, other, own);
  three.check_each({100, 200, 300}, own, other);
  three.is_never_said("arrive and are answered");
}

/// The answer does not arrive: its end repeats the very request.
TEST(IceVerdicts, AnAnsweredCheckThatIsRepeatedShowsWhereAnswersAreDropped) {
  Play play;
  const std::uint8_t number = play.checks(0, other, own);
  play.answers(10, own, other, number);
  play.transaction = static_cast<std::uint8_t>(number - 1);
  play.checks(500, other, own);
  play.check_each({600, 700, 800, 900}, own, other);
  EXPECT_TRUE(has(play.at(4600), "(203.0.113.10:6000 repeats 1 check that was answered)")) << play.at(4600);
  play.transaction = static_cast<std::uint8_t>(number - 1);
  play.checks(1000, other, own);
  EXPECT_TRUE(has(play.at(4600), "(203.0.113.10:6000 repeats 2 checks that were answered)")) << play.at(4600);
}

/// One that answers and sends no check may be a server of ICE-lite: DTLS would follow.
TEST(IceVerdicts, AnEndThatOnlyAnswers) {
  Play play;
  for (const int at : {0, 500, 1000}) play.checked(at, own, other);
  play.is_said_from(6005, "answers the checks of 10.0.2.2:5000, and sends none itself");
  EXPECT_EQ(play.at(6005),
            "1 not_connected 2 [] 203.0.113.10:6000 answers the checks of 10.0.2.2:5000, and sends none itself. One "
            "of: it has not got the other end's description: Let signalling carry the description and each candidate "
            "to the other end, and wait until it has set them; its own checks do not arrive here: Give both ends a "
            "TURN server (iceServers), which relays where no direct way is open\n1 10.0.2.2:5000 checks "
            "203.0.113.10:6000, 3 times: answered after 5 ms\n");
  Play twice;
  for (const int at : {0, 500}) twice.checked(at, own, other);
  twice.is_never_said("sends none itself");
}

TEST(IceVerdicts, BothCheckAndNoneAnswers) {
  for (const bool own_first : {true, false}) {
    Play play;
    play.check_each({100, 200, 300, 400}, own_first ? own : other, own_first ? other : own);
    play.check_each({500, 600, 700, 800}, own_first ? other : own, own_first ? own : other);
    play.is_said_from(4500, "check each other, 4 and 4 times");
    EXPECT_EQ(play.at(4500),
              own_first
                  ? "1 not_connected 2 [] 10.0.2.2:5000 and 203.0.113.10:6000 check each other, 4 and 4 times, and "
                    "none of them answers. One of: passwords differ, as a description is of another session or was "
                    "changed: Let each end set the description of this very connection, unchanged; firewalls or NATs "
                    "drop the checks behind the place of this capture: Give both ends a TURN server (iceServers), "
                    "which relays where no direct way is open\n1 10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: no "
                    "answer\n5 203.0.113.10:6000 checks 10.0.2.2:5000, 4 times: no answer\n"
                  : "1 not_connected 2 [] 10.0.2.2:5000 and 203.0.113.10:6000 check each other, 4 and 4 times, and "
                    "none of them answers. One of: passwords differ, as a description is of another session or was "
                    "changed: Let each end set the description of this very connection, unchanged; firewalls or NATs "
                    "drop the checks behind the place of this capture: Give both ends a TURN server (iceServers), "
                    "which relays where no direct way is open\n1 203.0.113.10:6000 checks 10.0.2.2:5000, 4 times: no "
                    "answer\n5 10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: no answer\n");
    Play three;
    three.check_each({100, 200, 300, 400}, own_first ? own : other, own_first ? other : own);
    three.check_each({500, 600, 700}, own_first ? other : own, own_first ? own : other);
    three.is_never_said("check each other");
  }
}

std::string of_refusals(int times, unsigned error, std::int64_t until) {
  Play play;
  for (int i = 0; i != times; ++i) play.refuses(100 * i + 10, other, own, play.checks(100 * i, own, other), error);
  return play.at(until);
}
TEST(IceVerdicts, ChecksAreRefused) {
  EXPECT_EQ(of_refusals(3, 487, 3999), "");
  EXPECT_EQ(of_refusals(3, 487, 4000),
            "1 10.0.2.2:5000 checks 203.0.113.10:6000, 3 times: refused by error 487 (Role Conflict)\n6 not_connected "
            "1 [6] The checks of 10.0.2.2:5000 are refused by 203.0.113.10:6000: both ends want to choose the pair, or "
            "neither does (error 487 (Role Conflict) in frame 6). Let one end offer, and the other answer\n");
  EXPECT_EQ(of_refusals(3, 401, 4000),
            "1 10.0.2.2:5000 checks 203.0.113.10:6000, 3 times: refused by error 401 (Unauthorized)\n6 not_connected 1 "
            "[6] The checks of 10.0.2.2:5000 are refused by 203.0.113.10:6000: its description of the other end is of "
            "another session, or was changed (error 401 (Unauthorized) in frame 6). Let each end set the description "
            "of this very connection, unchanged\n");
  EXPECT_EQ(of_refusals(2, 401, 9000), "");
}

TEST(IceVerdicts, NoHandshakeForEightSeconds) {
  Play play;
  play.meetings.begin(-9000 * ms);
  play.meet();
  play.is_said_from(8015, "no handshake of DTLS is seen in 8 s");
  EXPECT_EQ(play.at(8015),
            "1 10.0.2.2:5000 checks 203.0.113.10:6000, 1 time: answered after 5 ms, nominated\n3 203.0.113.10:6000 "
            "checks 10.0.2.2:5000, 1 time: answered after 5 ms\n4 not_connected 3 [] 10.0.2.2:5000 and "
            "203.0.113.10:6000 reach each other since frame 4, and no handshake of DTLS is seen in 8 s. One of: a "
            "firewall lets STUN through, and drops DTLS: Give both ends a TURN server (iceServers), which relays where "
            "no direct way is open; both wait for the other to begin (a=setup is passive, or wrong, in a description): "
            "Do not change descriptions on their way; one of the programs hangs: Look at the logs of both\n");
  play.sends(8020, own, other, {0x80, 0x60, 0, 1});
  EXPECT_EQ(play.at(9000),
            "1 10.0.2.2:5000 and 203.0.113.10:6000 meet directly, 5 ms after the first check (2 pairs, 2 answered)\n")
      << "something else travels";
}

TEST(IceVerdicts, AHandshakeIsUnfinishedAfterSixSeconds) {
  Play play;
  play.meet();
  play.sends(100, own, other, client_hello);
  play.sends(200, other, own, server_hello);
  play.is_said_from(6100, "does not finish");
  EXPECT_EQ(play.at(6100),
            "1 10.0.2.2:5000 checks 203.0.113.10:6000, 1 time: answered after 5 ms, nominated\n3 203.0.113.10:6000 "
            "checks 10.0.2.2:5000, 1 time: answered after 5 ms\n5 not_connected 3 [] The handshake of DTLS of "
            "10.0.2.2:5000 and 203.0.113.10:6000 begins in frame 5 and does not finish. One of: large datagrams are "
            "dropped on the way (the largest here has 17 bytes): Lower the MTU of the connection; a firewall drops "
            "DTLS: Give both ends a TURN server (iceServers), which relays where no direct way is open; one of the "
            "programs hangs or has ended: Look at the logs of both\n");
  Play one;
  one.meet();
  one.sends(100, own, other, client_hello);
  one.is_never_said("begins DTLS");
  one.sends(1100, own, other, client_hello);
  EXPECT_EQ(one.at(100'000),
            "1 10.0.2.2:5000 checks 203.0.113.10:6000, 1 time: answered after 5 ms, nominated\n3 203.0.113.10:6000 "
            "checks 10.0.2.2:5000, 1 time: answered after 5 ms\n5 not_connected 2 [3] 10.0.2.2:5000 begins DTLS (2 "
            "ClientHello from frame 5), and 203.0.113.10:6000 answers none. One of: a firewall lets STUN through, and "
            "drops DTLS: Give both ends a TURN server (iceServers), which relays where no direct way is open; its "
            "program hangs, or waits as the client of DTLS, too: Look at its log. Not: it has not got the other end's "
            "description (it sends checks, from frame 3)\n");
}

TEST(IceVerdicts, TheFirstDataEndTheHandshake) {
  Play play;
  play.shake_hands();
  EXPECT_EQ(play.at(200),
            "1 10.0.2.2:5000 and 203.0.113.10:6000 meet directly, 5 ms after the first check (2 pairs, 2 answered); "
            "DTLS is finished after 60 ms\n");
}

/// Two seconds of silence more, and it is none: consent is asked for every six seconds at most.
TEST(IceVerdicts, AnEndIsSilentAfterEightSecondsOfChecks) {
  for (const std::int64_t last : {8159, 8160}) {
    Play play;
    play.shake_hands();
    play.sends(1000, own, other, data);
    play.check_each({2000, 4000, last}, own, other);
    EXPECT_EQ(play.at(last),
              last == 8160
                  ? "1 10.0.2.2:5000 and 203.0.113.10:6000 meet directly, 5 ms after the first check (2 pairs, 2 "
                    "answered); DTLS is finished after 60 ms\n8 cut_off 3 [] 203.0.113.10:6000 is silent after frame 8 "
                    "(4 datagrams of 10.0.2.2:5000 in 8 s get no answer). One of: its program has ended or hangs: Look "
                    "at that end's log; its network is gone, or is another one now (from Wi-Fi to mobile): Make a new "
                    "offer when the state is disconnected or failed, which restarts ICE; a NAT or firewall on the way "
                    "has forgotten the connection: Give both ends a TURN server (iceServers), which relays where no "
                    "direct way is open. Not: it has closed the connection (there is no alert of DTLS)\n"
                  : "1 10.0.2.2:5000 and 203.0.113.10:6000 meet directly, 5 ms after the first check (2 pairs, 2 "
                    "answered); DTLS is finished after 60 ms\n");
  }
}
TEST(IceVerdicts, AnEndIsSilentToFourDatagramsTwoOfThemChecks) {
  const auto is_silent = [](int data_count, int check_count) {
    Play play;
    play.shake_hands();
    for (int i = 0; i != data_count; ++i) play.sends(1000 + i, own, other, data);
    for (int i = 0; i != check_count; ++i) play.checks(9000 + i, own, other);
    return has(play.at(20'000), "is silent after");
  };
  EXPECT_TRUE(is_silent(2, 2));
  EXPECT_TRUE(is_silent(1, 3));
  EXPECT_FALSE(is_silent(1, 2)) << "three datagrams";
  EXPECT_FALSE(is_silent(3, 1)) << "one check";
  EXPECT_FALSE(is_silent(0, 4)) << "no data";
}

/// The ends close by an alert, which is answered within two seconds.
TEST(IceVerdicts, AnEndThatHasClosedIsNotSilent) {
  const auto is_silent = [](bool by_own, std::int64_t closes_at) {
    Play play;
    play.shake_hands();
    if (!by_own) play.sends(170, other, own, close_notify);
    play.sends(1000, own, other, data);
    if (by_own) play.sends(closes_at, own, other, close_notify);
    play.check_each({3000, 5000, 9000}, own, other);
    return has(play.at(9000), "is silent after");
  };
  EXPECT_FALSE(is_silent(false, 0));
  EXPECT_FALSE(is_silent(true, 2159));
  EXPECT_TRUE(is_silent(true, 2160));
}

TEST(IceVerdicts, IcmpSaysWhyAnEndIsSilent) {
  for (const Returned returned : {Returned::closed, Returned::no_way}) {
    Play play;
    play.shake_hands();
    play.sends(1000, own, other, data);
    play.check_each({2000, 4000, 9000}, own, other);
    play.sends(9100, own, other, {}, returned);
    EXPECT_EQ(play.at(9100),
              returned == Returned::closed
                  ? "1 10.0.2.2:5000 and 203.0.113.10:6000 meet directly, 5 ms after the first check (2 pairs, 2 "
                    "answered); DTLS is finished after 60 ms\n8 cut_off 1 [13] 203.0.113.10:6000 is silent after frame "
                    "8 (4 datagrams of 10.0.2.2:5000 in 9 s get no answer): its program has ended, or has closed its "
                    "port (the ICMP error in frame 13). Look at that end's log for its end\n"
                  : "1 10.0.2.2:5000 and 203.0.113.10:6000 meet directly, 5 ms after the first check (2 pairs, 2 "
                    "answered); DTLS is finished after 60 ms\n8 cut_off 1 [13] 203.0.113.10:6000 is silent after frame "
                    "8 (4 datagrams of 10.0.2.2:5000 in 9 s get no answer): its host or network cannot be reached any "
                    "more (the ICMP error in frame 13). Look at that end's network\n");
  }
}

std::string of_alert(std::uint8_t code, bool checks_late) {
  Play play;
  play.checked(0, other, own);
  if (!checks_late) play.checked(10, own, other);
  play.sends(100, other, own, client_hello);
  if (checks_late) play.checked(110, own, other);
  play.sends(120, own, other, record(21, 0, {2, code}));
  return play.at(200);
}
TEST(IceVerdicts, AnAlertEndsTheHandshake) {
  EXPECT_EQ(
      of_alert(46, false),
      "1 203.0.113.10:6000 checks 10.0.2.2:5000, 1 time: answered after 5 ms\n3 10.0.2.2:5000 checks "
      "203.0.113.10:6000, 1 time: answered after 5 ms\n6 not_connected 1 [] 10.0.2.2:5000 ends the handshake of DTLS "
      "by an alert, \"certificate unknown\" (frame 6): the certificate of 203.0.113.10:6000 is not the one whose "
      "fingerprint its description has. Let each end set the description of this very connection, unchanged\n");
  EXPECT_EQ(of_alert(46, true),
            "1 203.0.113.10:6000 checks 10.0.2.2:5000, 1 time: answered after 5 ms\n4 10.0.2.2:5000 checks "
            "203.0.113.10:6000, 1 time: answered after 5 ms\n6 not_connected 2 [3] 10.0.2.2:5000 ends the handshake of "
            "DTLS by an alert, \"certificate unknown\" (frame 6). One of: the certificate of 203.0.113.10:6000 is not "
            "the one whose fingerprint its description has: Let each end set the description of this very connection, "
            "unchanged; the handshake began before this end had the other's description (ClientHello in frame 3, its "
            "own first check in frame 4): Send candidates only when the other end has set the description\n");
  EXPECT_EQ(of_alert(70, false),
            "1 203.0.113.10:6000 checks 10.0.2.2:5000, 1 time: answered after 5 ms\n3 10.0.2.2:5000 checks "
            "203.0.113.10:6000, 1 time: answered after 5 ms\n6 not_connected 1 [] 10.0.2.2:5000 ends the handshake of "
            "DTLS by an alert, \"protocol version\" (frame 6): the ends have no version or cipher of DTLS in common. "
            "Update the older of both programs\n");
  EXPECT_EQ(of_alert(200, false),
            "1 203.0.113.10:6000 checks 10.0.2.2:5000, 1 time: answered after 5 ms\n3 10.0.2.2:5000 checks "
            "203.0.113.10:6000, 1 time: answered after 5 ms\n6 not_connected 0 [] 10.0.2.2:5000 ends the handshake of "
            "DTLS by an alert, number 200 (frame 6)\n")
      << "a number without a name";
}

/// At most six pairs of a session are listed.
TEST(IceVerdicts, SixPairsAreListed) {
  Play play;
  play.meetings.begin(-9000 * ms);
  for (const int at : {100, 200, 300, 400})
    for (std::uint16_t port = 6000; port != 6007; ++port) play.checks(at, own, {other.host, 4, port});
  const std::string all = play.at(4400);
  EXPECT_TRUE(has(all, "of 7 pairs in 0.3 s")) << all;
  EXPECT_TRUE(has(all, "checks 203.0.113.10:6005, 4 times: no answer")) << all;
  EXPECT_FALSE(has(all, "checks 203.0.113.10:6006")) << all;
}

/// An answer to a request that the capture lacks tells that it lacks frames, from a second after its first message on.
TEST(IceVerdicts, AnAnswerWithoutItsRequestForbidsJudgements) {
  for (const std::int64_t at : {1100, 1101}) {
    Play play;
    play.check_each({100, 200, 300, 400}, own, other);
    play.answers(at, {{203, 0, 113, 77}, 4, 1}, own, 200);
    EXPECT_EQ(has(play.at(4400), "None of the"), at == 1100) << play.at(4400);
  }
}

/// Data of one end, of which the other has sent nothing: the capture lacks its direction.
TEST(IceVerdicts, DataToAnEndThatSendsNothingForbidJudgements) {
  for (const bool has_data : {false, true}) {
    Play play;
    for (const End& to : {other, End{{203, 0, 113, 11}, 4, 6000}})
      for (const int at : {0, 100, 200, 300}) {
        const std::string both = to == other ? "bbbb:aaaa" : "cccc:aaaa";
        play.sends(at, own, to, message(0x0001, ++play.transaction, {attribute(0x0006, text(both))}));
      }
    if (has_data) play.sends(400, own, other, data);
    EXPECT_EQ(has(play.at(4400), "None of the"), !has_data) << play.at(4400);
  }
}

// --- Servers over TCP -----------------------------------------------------------------------------------------------

/// A client's connection to a server over TCP, of which each thing is told at its time.
class Stream : public Play {
 public:
  Stream() {
    checks(1, own, other);
    meetings.hears(own);
  }
  [[nodiscard]] IceMeetings::StreamEnd from(const End& source, std::int64_t at) {
    return {.source = source, .destination = source == own ? server : own, .at = {++frame, at * ms}};
  }
  void opens(std::int64_t at) { meetings.stream_opens(from(own, at)); }
  void opened(std::int64_t at) { meetings.stream_opened(from(server, at)); }
  void ends(std::int64_t at, const End& by = server) { meetings.stream_ends(from(by, at)); }
  void requests(std::int64_t at) {
    const Bytes bytes = message(0x0003, ++transaction);
    meetings.datagram({.source = own,
                       .destination = server,
                       .bytes = bytes,
                       .reported = bytes.size(),
                       .at = {++frame, at * ms},
                       .is_stream = true});
  }
};

TEST(IceVerdicts, AServerOverTcpIsAskedThreeTimesInFourSeconds) {
  Stream stream;
  for (const int at : {100, 600, 1600}) stream.opens(at);
  stream.is_said_from(4100, "does not answer 10.0.2.2:5000 (it asks 3 times in 1.5 s for a connection)");
  EXPECT_EQ(
      stream.at(4100),
      "2 not_connected 2 [] The TURN server 203.0.113.1:3478 over TCP does not answer 10.0.2.2:5000 (it asks 3 times "
      "in 1.5 s for a connection). One of: a firewall drops TCP to that port, or its answers: Open TCP to it, or use "
      "TLS on port 443; address or port are wrong, or the server is down: Correct them in iceServers\n");
  Stream twice;
  for (const int at : {100, 600}) twice.opens(at);
  twice.is_never_said("does not answer");
}

TEST(IceVerdicts, AServerOverTcpTakesTheConnection) {
  Stream silent;
  silent.opens(100);
  silent.opened(110);
  silent.requests(120);
  silent.is_said_from(4100, "is silent for 4.0 s");
  EXPECT_EQ(silent.at(4100),
            "2 not_connected 3 [] The TURN server 203.0.113.1:3478 over TCP takes the connection of 10.0.2.2:5000, "
            "does not answer its 1 request, and is silent for 4.0 s. One of: what listens there is no TURN server, or "
            "speaks TLS alone: Correct them in iceServers; the server hangs: Look at its log; a proxy or firewall on "
            "the way takes the connection, and does not let TURN pass: Use TLS on port 443\n");
  silent.requests(4200);
  silent.ends(4300, own);
  EXPECT_TRUE(has(silent.at(4300), "does not answer its 2 requests, and is silent for 4.2 s")) << silent.at(4300);
  silent.ends(4400);
  EXPECT_EQ(silent.at(4400),
            "2 not_connected 3 [] The TURN server 203.0.113.1:3478 over TCP takes the connection of 10.0.2.2:5000, "
            "does not answer its 2 requests, and ends it in frame 7. One of: what listens there is no TURN server, or "
            "speaks TLS alone: Correct them in iceServers; the server hangs: Look at its log; a proxy or firewall on "
            "the way takes the connection, and does not let TURN pass: Use TLS on port 443\n");
  Stream refused;
  refused.opens(100);
  refused.ends(200);
  EXPECT_EQ(refused.at(200),
            "2 not_connected 2 [3] The TURN server 203.0.113.1:3478 over TCP refuses the connection of 10.0.2.2:5000. "
            "One of: nothing listens there (the reset in frame 3): Start the server, or correct address and port in "
            "iceServers; a firewall refuses TCP to that port: Open TCP to it, or use TLS on port 443\n");
  Stream other_kind;
  other_kind.opens(100);
  other_kind.opened(110);
  other_kind.requests(120);
  other_kind.meetings.stream_is_other(other_kind.from(own, 130));
  EXPECT_FALSE(has(other_kind.at(130), "not by STUN")) << "the client's own bytes";
  other_kind.meetings.stream_is_other(other_kind.from(server, 140));
  EXPECT_EQ(
      other_kind.at(140),
      "2 not_connected 1 [6] The server 203.0.113.1:3478 over TCP answers 10.0.2.2:5000, and not by STUN: what listens "
      "there is no TURN server, or speaks TLS alone (its answer in frame 6). Correct them in iceServers\n");
  Stream unasked;
  unasked.opens(100);
  unasked.opened(110);
  unasked.is_never_said("TURN");
}

/// What TLS hides may be how they meet, unless the server ends it within two seconds.
TEST(IceVerdicts, TlsMayHideTheMeeting) {
  const auto said_after = [](std::int64_t ends_at) {
    Stream stream;
    stream.meetings.begin(-9000 * ms);
    stream.check_each({10, 20, 30}, own, other);
    stream.opens(100);
    stream.opened(110);
    stream.meetings.stream_is_sealed(stream.from(server, 115));
    stream.meetings.stream_is_sealed(stream.from(own, 120));
    if (ends_at != 0) stream.ends(ends_at);
    return stream.at(5000);
  };
  EXPECT_EQ(said_after(0),
            "1 not_connected 3 [8] None of the 4 checks of 10.0.2.2:5000, of 1 pair in 0.0 s, is answered, and none "
            "comes from 203.0.113.10:6000. One of: a firewall at either end drops UDP of peers, or the NATs of both "
            "take another port for each destination: Give both ends a TURN server (iceServers), which relays where no "
            "direct way is open; the other end has not got this one's description or candidates, or has ended: Let "
            "signalling carry the description and each candidate to the other end, and wait until it has set them; "
            "they meet by the server 203.0.113.1:3478 inside TLS, which is not read (TLS begins in frame 8): Look at "
            "the logs of both\n1 10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: no answer\n8 10.0.2.2:5000 uses TLS "
            "with the server 203.0.113.1:3478 over TCP, which is not read\n");
  EXPECT_EQ(said_after(2119),
            "1 not_connected 2 [9] None of the 4 checks of 10.0.2.2:5000, of 1 pair in 0.0 s, is answered, and none "
            "comes from 203.0.113.10:6000. One of: a firewall at either end drops UDP of peers, or the NATs of both "
            "take another port for each destination: Give both ends a TURN server (iceServers), which relays where no "
            "direct way is open; the other end has not got this one's description or candidates, or has ended: Let "
            "signalling carry the description and each candidate to the other end, and wait until it has set them. "
            "Not: they meet by the server 203.0.113.1:3478 inside TLS, which is not read (the server ends it in frame "
            "9)\n1 10.0.2.2:5000 checks 203.0.113.10:6000, 4 times: no answer\n8 10.0.2.2:5000 uses TLS with the "
            "server 203.0.113.1:3478 over TCP, which is not read\n");
  EXPECT_EQ(said_after(2120), said_after(0));
}

// --- Addresses ------------------------------------------------------------------------------------------------------

/// RFC 5952, 4.2: the longest run of zeros is left out, the first of several, and none of a single group.
TEST(IceVerdicts, AddressesOfIpv6AreShortened) {
  const auto text_of = [](const std::vector<std::uint16_t>& groups) {
    End end = {{}, 6, 5000};
    for (std::size_t i = 0; i != groups.size(); ++i) {
      end.host[2 * i] = static_cast<std::uint8_t>(groups[i] >> 8U);
      end.host[2 * i + 1] = static_cast<std::uint8_t>(groups[i]);
    }
    Play play;
    play.sends(0, end, {{1}, 6, 6000}, message(0x0001, ++play.transaction, {attribute(0x0006, text("bbbb:aaaa"))}));
    for (const int at : {1, 2, 3})
      play.sends(at, end, {{1}, 6, 6000}, message(0x0001, ++play.transaction, {attribute(0x0006, text("bbbb:aaaa"))}));
    const std::string all = play.at(4000);
    const std::size_t from = all.find("checks of ") + 10;
    return all.substr(from, all.find(',', from) - from);
  };
  EXPECT_EQ(text_of({0x2001, 0xdb8, 0, 0, 0, 0, 0, 1}), "[2001:db8::1]:5000");
  EXPECT_EQ(text_of({0x2001, 0xdb8, 0, 0, 1, 0, 0, 0}), "[2001:db8:0:0:1::]:5000");
  EXPECT_EQ(text_of({0x2001, 0, 0, 1, 0, 0, 1, 2}), "[2001::1:0:0:1:2]:5000");
  EXPECT_EQ(text_of({0x2001, 0, 3, 4, 5, 6, 7, 8}), "[2001:0:3:4:5:6:7:8]:5000");
  EXPECT_EQ(text_of({0, 0, 0, 0, 0, 0, 0, 1}), "[::1]:5000");
  EXPECT_EQ(text_of({0xfe80, 0x10, 0x200, 0x3000, 1, 2, 3, 0xffff}), "[fe80:10:200:3000:1:2:3:ffff]:5000");
}

}  // namespace
