// SPDX-License-Identifier: MIT
// Meetings with datagrams written by hand: each case has one that looks the same and is another. Captures of
// libdatachannel, libwebrtc and coturn are read by dissection.ice.
#include "analysis/ice/meetings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analysis/ice/messages.h"
#include "tests/unit/analysis/ice/said.h"

namespace {

using namespace godot;
using analysis::IceMeetings;
using stun::End;
using namespace godot::test::ice;
using Returned = IceMeetings::Returned;

constexpr End own = {{10, 0, 2, 2}, 4, 5000};
constexpr End other = {{203, 0, 113, 10}, 4, 6000};
constexpr End far_private = {{10, 0, 1, 2}, 4, 6000};
constexpr End server = {{203, 0, 113, 1}, 4, 3478};
constexpr std::int64_t ms = 1'000'000;

const Bytes client_hello = record(22, 0, {1, 0, 0, 0});
const Bytes server_hello = record(22, 0, {2, 0, 0, 0});
const Bytes data = record(23, 1, {1, 2, 3, 4});
const Bytes unified = {0x2d, 0, 1, 0, 2, 9, 9};  // of DTLS 1.3
const Bytes close_notify = record(21, 1, {1, 2, 3, 4});

class Ice : public testing::Test {
 protected:
  void sends(const End& from, const End& to, const Bytes& bytes, Returned returned = Returned::no) {
    meetings.datagram({from, to, bytes, bytes.size(), returned, {++frame, time += 5 * ms}});
  }
  void wait(std::int64_t milliseconds) { time += milliseconds * ms; }
  /// A check; the agents are "aaaa" (at `own`) and "bbbb".
  std::uint8_t checks(bool from_own, const End& from, const End& to, bool nominates = false) {
    std::vector<Bytes> all = {attribute(0x0006, text(from_own ? "bbbb:aaaa" : "aaaa:bbbb"))};
    if (nominates) all.push_back(attribute(0x0025, {}));
    sends(from, to, message(0x0001, ++transaction, all));
    return transaction;
  }
  void answers(const End& from, const End& to, std::uint8_t number) {
    sends(from, to, message(0x0101, number, {attribute(0x0020, address(to))}));
  }
  void checked(bool from_own, const End& from, const End& to, bool nominates = false) {
    answers(to, from, checks(from_own, from, to, nominates));
  }
  void checks_in_vain(int times, bool from_own = true, const End& from = own, const End& to = other) {
    for (int i = 0; i != times; ++i) {
      checks(from_own, from, to);
      wait(1000);
    }
  }
  void meets() {
    checked(true, own, other, true);
    checked(false, other, own);
  }
  void shakes_hands() {
    sends(own, other, client_hello);
    sends(other, own, server_hello);
    plays(2);
  }
  /// For eight seconds, both send these, and no more.
  void repeat(const Bytes& mine, const Bytes& its) {
    for (int i = 0; i != 4; ++i) {
      sends(own, other, mine);
      sends(other, own, its);
      wait(2000);
    }
  }
  void plays(int times) {
    for (int i = 0; i != times; ++i) {
      sends(own, other, data);
      sends(other, own, data);
      wait(100);
    }
  }

  std::string problems() const { return said(meetings, true); }
  std::string healthy() const { return said(meetings, false); }

  IceMeetings meetings;
  std::uint32_t frame = 0;
  std::int64_t time = 0;
  std::uint8_t transaction = 0;
};

TEST_F(Ice, Meets) {
  meets();
  shakes_hands();
  EXPECT_EQ(problems(), "");
  EXPECT_TRUE(has(healthy(),
                  "10.0.2.2:5000 and 203.0.113.10:6000 meet directly, 5 ms after the first check "
                  "(2 pairs, 2 answered); DTLS is finished after 15 ms"))
      << healthy();
}

/// One end's checks are enough, and what they took is known.
TEST_F(Ice, MeetsByTheChecksOfOneEnd) {
  checked(true, own, other, true);
  shakes_hands();
  EXPECT_EQ(problems(), "");
  EXPECT_TRUE(has(healthy(), "meet directly, 5 ms after the first check (1 pair, 1 answered)")) << healthy();
}

TEST_F(Ice, NothingButStunIsNoIce) {  // other programs ask such servers, too
  for (int i = 0; i != 9; ++i) {
    sends(own, server, message(0x0001, ++transaction));
    wait(1000);
  }
  EXPECT_EQ(problems() + healthy(), "");
}

TEST_F(Ice, NothingComes) {
  checks_in_vain(6);
  const std::string all = problems();
  EXPECT_TRUE(has(all,
                  "None of the 6 checks of 10.0.2.2:5000, of 1 pair in 5.0 s, is answered, and none comes from "
                  "203.0.113.10:6000. One of: a firewall at either end"))
      << all;
  EXPECT_TRUE(has(all, "has not got this one's description")) << all;
  EXPECT_FALSE(has(all, "private network")) << all;
  EXPECT_FALSE(has(all, "lets no UDP out")) << all;
  EXPECT_TRUE(has(healthy(), "10.0.2.2:5000 checks 203.0.113.10:6000, 6 times: no answer")) << healthy();
}

TEST_F(Ice, TooShortToJudge) {
  checks_in_vain(3);
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, OnlyPrivateAddresses) {
  checks_in_vain(6, true, own, far_private);
  EXPECT_TRUE(has(problems(), "One of: the other end offers only addresses of its private network")) << problems();
}

TEST_F(Ice, AServerAnswered) {
  sends(own, server, message(0x0001, ++transaction));
  answers(server, own, transaction);
  checks_in_vain(6);
  EXPECT_TRUE(has(problems(), "Not: its network lets no UDP out (its server answers in frame 2)")) << problems();
}

TEST_F(Ice, NoServerAnswers) {
  for (int i = 0; i != 4; ++i) {
    sends(own, server, message(0x0001, ++transaction));
    checks_in_vain(2);
  }
  const std::string all = problems();
  EXPECT_TRUE(has(all, "The STUN server 203.0.113.1:3478 does not answer 10.0.2.2:5000 (4 requests")) << all;
  EXPECT_TRUE(has(all, "its network lets no UDP out (its server does not answer either, from frame 1)")) << all;
}

TEST_F(Ice, AServersAnswerStandsBeforeItsRequest) {  // by another clock
  for (int i = 0; i != 4; ++i) {
    sends(server, own, message(0x0101, ++transaction, {attribute(0x0020, address(own))}));
    sends(own, server, message(0x0001, transaction));
    wait(1000);
  }
  checks_in_vain(6);
  EXPECT_FALSE(has(problems() + healthy(), "does not answer")) << problems() << healthy();
}

TEST_F(Ice, AServerThatIsSilentIsNoProblemWherePlayersMeet) {
  for (int i = 0; i != 4; ++i) {
    sends(own, server, message(0x0001, ++transaction));
    wait(2000);
  }
  meets();
  shakes_hands();
  EXPECT_EQ(problems(), "");
  EXPECT_TRUE(has(healthy(), "The STUN server 203.0.113.1:3478 does not answer")) << healthy();
}

TEST_F(Ice, IcmpProves) {
  for (int i = 0; i != 6; ++i) {
    checks(true, own, other);
    sends(own, other, {}, Returned::closed);
    wait(1000);
  }
  EXPECT_TRUE(has(problems(), "One of: nothing listens at the offered addresses, as the other end's program has ended"))
      << problems();
  EXPECT_TRUE(has(problems(), "; the capture begins after they met, and the other end has gone since")) << problems();
  EXPECT_FALSE(has(problems(), "firewall")) << problems();
  meetings.begin(-9000 * ms);
  EXPECT_TRUE(has(problems(), ": nothing listens at the offered addresses, as the other end's program has ended"))
      << problems();
  EXPECT_FALSE(has(problems(), "One of")) << problems();
}

TEST_F(Ice, IcmpOfAllPairsProvesThatNoWayLeadsThere) {
  for (int i = 0; i != 6; ++i) {
    checks(true, own, far_private);
    sends(own, far_private, {}, Returned::no_way);
    wait(1000);
  }
  EXPECT_TRUE(has(problems(), ": the offered addresses are of another network, to which no way leads (the ICMP error"))
      << problems();
}

TEST_F(Ice, IcmpOfDifferentKindsProvesNeither) {
  for (int i = 0; i != 6; ++i) {
    checks(true, own, far_private);
    sends(own, far_private, {}, Returned::no_way);
    checks(true, own, other);
    sends(own, other, {}, Returned::closed);
    wait(1000);
  }
  EXPECT_FALSE(has(problems(), "of another network, to which no way leads")) << problems();
  EXPECT_FALSE(has(problems(), "nothing listens")) << problems();
}

TEST_F(Ice, IcmpOfOnePairProvesNothing) {
  for (int i = 0; i != 6; ++i) {
    checks(true, own, far_private);
    sends(own, far_private, {}, Returned::no_way);
    checks(true, own, other);
    wait(1000);
  }
  EXPECT_TRUE(has(problems(), "One of")) << problems();
  EXPECT_TRUE(has(healthy(), "10.0.2.2:5000 checks 10.0.1.2:6000, 6 times: ICMP says that no way leads there"))
      << healthy();
}

TEST_F(Ice, OneWay) {
  for (int i = 0; i != 6; ++i) {
    checked(false, other, own);
    checks_in_vain(1);
  }
  const std::string all = problems();
  EXPECT_TRUE(has(all, "Checks of 203.0.113.10:6000 arrive and are answered, and none of the 6 of 10.0.2.2:5000 is"))
      << all;
  EXPECT_TRUE(has(all, ": a firewall or NAT on the way to 203.0.113.10:6000 drops what comes from 10.0.2.2:5000"))
      << all;
  EXPECT_FALSE(has(all, "One of")) << all;
}

TEST_F(Ice, OneWayForLessThanFourSecondsIsNotJudged) {
  checked(false, other, own);
  for (int i = 0; i != 4; ++i) checks(true, own, other);  // 15 ms from the first to the last
  wait(3975);
  sends({{1}, 4, 1}, {{2}, 4, 2}, {1, 2, 3});
  EXPECT_EQ(problems(), "") << "3995 ms after the first";
  sends({{1}, 4, 1}, {{2}, 4, 2}, {1, 2, 3});
  EXPECT_TRUE(has(problems(), "none of the 4 of 10.0.2.2:5000 is")) << problems();
}

TEST_F(Ice, OneSideIsSlow) {  // the other answers in the end
  for (int i = 0; i != 6; ++i) {
    checked(false, other, own);
    checks_in_vain(1);
  }
  meets();
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, BothCheckAndNobodyAnswers) {
  for (int i = 0; i != 6; ++i) {
    checks(false, other, own);
    checks_in_vain(1);
  }
  EXPECT_TRUE(has(problems(), "check each other, 6 and 6 times, and none of them answers. One of: passwords differ"))
      << problems();
}

TEST_F(Ice, RoleConflict) {
  for (int i = 0; i != 6; ++i) {
    const std::uint8_t number = checks(true, own, other);
    sends(other, own, message(0x0111, number, {attribute(0x0009, {0, 0, 4, 87})}));
    wait(1000);
  }
  EXPECT_TRUE(has(problems(), "both ends want to choose the pair, or neither does (error 487 (Role Conflict)"))
      << problems();
}

TEST_F(Ice, RoleConflictThatIsResolved) {
  const std::uint8_t number = checks(true, own, other);
  sends(other, own, message(0x0111, number, {attribute(0x0009, {0, 0, 4, 87})}));
  meets();
  shakes_hands();
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, DescriptionOfAnotherSession) {
  for (int i = 0; i != 6; ++i) {
    const std::uint8_t number = checks(true, own, other);
    sends(other, own, message(0x0111, number, {attribute(0x0009, {0, 0, 4, 1})}));
    wait(1000);
  }
  EXPECT_TRUE(has(problems(), "its description of the other end is of another session")) << problems();
}

TEST_F(Ice, Alert) {
  meets();
  sends(own, other, client_hello);
  sends(other, own, server_hello);
  sends(own, other, record(21, 0, {2, 46}));
  const std::string all = problems();
  EXPECT_TRUE(has(all,
                  "10.0.2.2:5000 ends the handshake of DTLS by an alert, \"certificate unknown\" (frame 7): the "
                  "certificate of 203.0.113.10:6000 is not the one"))
      << all;
  EXPECT_FALSE(has(all, "One of")) << all;
}

TEST_F(Ice, AlertBeforeTheDescription) {  // the client of DTLS is the other end, before this one checks
  checked(false, other, own);
  sends(other, own, client_hello);
  checked(true, own, other);
  sends(own, other, server_hello);
  sends(own, other, record(21, 0, {2, 48}));
  EXPECT_TRUE(has(problems(),
                  "; the handshake began before this end had the other's description (ClientHello in frame "
                  "3, its own first check in frame 4)"))
      << problems();
}

TEST_F(Ice, NoCommonVersion) {
  meets();
  sends(other, own, client_hello);
  sends(other, own, record(21, 0, {2, 70}));
  EXPECT_TRUE(has(problems(), "no version or cipher of DTLS in common")) << problems();
}

TEST_F(Ice, WarningsEndNothing) {
  meets();
  sends(own, other, client_hello);
  sends(other, own, record(21, 0, {1, 112}));
  shakes_hands();
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, HandshakeIsNotAnswered) {
  meets();
  for (int i = 0; i != 4; ++i) {
    sends(own, other, client_hello);
    wait(2000);
    checked(false, other, own);
  }
  const std::string all = problems();
  EXPECT_TRUE(has(all, "10.0.2.2:5000 begins DTLS (4 ClientHello from frame 5), and 203.0.113.10:6000 answers none"))
      << all;
  EXPECT_TRUE(has(all, "Not: it has not got the other end's description (it sends checks, from frame 3)")) << all;
  EXPECT_FALSE(has(all, "nothing that is sent to it arrives")) << "it checks: " << all;
}

TEST_F(Ice, HandshakeOfAnEndThatNobodyHears) {
  for (int i = 0; i != 4; ++i) {
    checks(true, own, other);
    sends(own, other, client_hello);
    wait(2000);
  }
  EXPECT_TRUE(has(problems(), "; nothing that is sent to it arrives (nothing comes from it)")) << problems();
}

TEST_F(Ice, TheAnswerIsLost) {
  for (int i = 0; i != 4; ++i) {
    checked(true, own, other);
    sends(own, other, client_hello);
    wait(2000);
  }
  EXPECT_TRUE(has(problems(), "One of: it has not got the other end's description (it answers checks and sends none)"))
      << problems();
}

TEST_F(Ice, HandshakeDoesNotFinish) {
  meets();
  repeat(client_hello, server_hello);
  EXPECT_TRUE(has(problems(), "begins in frame 5 and does not finish. One of: large datagrams are dropped"))
      << problems();
}

/// Each begins as if it were the client: as many ClientHello come from one end as from the other.
TEST_F(Ice, BothEndsBeginTheHandshake) {
  meets();
  repeat(client_hello, client_hello);
  EXPECT_TRUE(has(problems(), "ClientHello from frame 5")) << problems();
  EXPECT_FALSE(has(problems(), "no DTLS")) << problems();
}

/// The last message of the handshake is encrypted: it is no data yet.
TEST_F(Ice, HandshakeThatEndsWithoutAnAnswer) {
  meets();
  sends(own, other, client_hello);
  sends(other, own, server_hello);
  for (int i = 0; i != 4; ++i) {
    sends(own, other, record(22, 1, {1, 2, 3, 4}));
    wait(2000);
  }
  EXPECT_TRUE(has(problems(), "begins in frame 5 and does not finish. One of: large datagrams are dropped"))
      << problems();
}

/// One end sends data, so it has finished: the capture lacks what the other one sent.
TEST_F(Ice, HandshakeThatOneEndHasFinished) {
  meets();
  sends(own, other, client_hello);
  sends(other, own, server_hello);
  for (int i = 0; i != 4; ++i) {
    sends(own, other, data);
    wait(2000);
  }
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, NoHandshake) {
  meets();
  for (int i = 0; i != 3; ++i) {
    wait(5000);
    meets();
  }
  EXPECT_EQ(problems(),
            "10.0.2.2:5000 and 203.0.113.10:6000 reach each other since frame 4, and no handshake of DTLS is seen in "
            "15 s. One of: a firewall lets STUN through, and drops DTLS: Give both ends a TURN server (iceServers), "
            "which relays where no direct way is open; both wait for the other to begin (a=setup is passive, or wrong, "
            "in a description): Do not change descriptions on their way; one of the programs hangs: Look at the logs "
            "of both; the capture begins after the handshake, which has failed: Capture from the beginning of the game "
            "on\n");
  constexpr const char* late = "the capture begins after the handshake, which has failed: Capture from the beginning";
  EXPECT_TRUE(has(problems(), late)) << problems();
  meetings.begin(-9000 * ms);
  EXPECT_FALSE(has(problems(), late)) << "ends that have met check each other more often: " << problems();
}

TEST_F(Ice, OtherTrafficWithoutDtls) {
  meets();
  for (int i = 0; i != 3; ++i) {
    wait(5000);
    meets();
    sends(own, other, {0x80, 0x60, 0, 1});
  }
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, Silent) {
  meets();
  shakes_hands();
  plays(20);
  sends(own, other, data);
  checks_in_vain(12);
  const std::string all = problems();
  EXPECT_TRUE(
      has(all, "203.0.113.10:6000 is silent after frame 50 (13 datagrams of 10.0.2.2:5000 in 11 s get no answer)"))
      << all;
  EXPECT_TRUE(has(all, "One of: its program has ended or hangs")) << all;
  EXPECT_TRUE(has(all, "Not: it has closed the connection (there is no alert of DTLS)")) << all;
}

/// A link that stands still for some seconds is no end that has gone.
TEST_F(Ice, SilentForAShortTime) {
  meets();
  shakes_hands();
  plays(20);
  sends(own, other, data);
  checks_in_vain(6);
  EXPECT_EQ(problems(), "");
}

/// Who knows that the other end has closed sends it no more data.
TEST_F(Ice, SilentWithoutDataMayHaveClosedInAHoleOfTheCapture) {
  meets();
  shakes_hands();
  plays(20);
  checks_in_vain(12);
  EXPECT_EQ(problems(), "");
}

/// ... and other traffic is none of it.
TEST_F(Ice, SilentWithOtherTrafficMayHaveClosedInAHoleOfTheCapture) {
  meets();
  shakes_hands();
  plays(20);
  sends(own, other, {0x80, 0x60, 0, 1});
  checks_in_vain(12);
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, UnheardInACaptureOfOneDirection) {
  checks_in_vain(8);
  constexpr const char* alone =
      "the capture has one direction alone (nothing is sent to the host of 10.0.2.2:5000): Capture both directions";
  EXPECT_TRUE(has(problems(), alone)) << problems();
  meetings.hears({own.host, 4, 80});
  EXPECT_FALSE(has(problems(), alone)) << problems();
}

TEST_F(Ice, UnheardInACaptureThatMayHaveBegunLate) {
  constexpr const char* late = "the capture begins after they met, and the other end has gone since: Capture from";
  checks_in_vain(8);
  EXPECT_TRUE(has(problems(), late)) << problems();
  meetings.begin(-9000 * ms);
  EXPECT_FALSE(has(problems(), late)) << "ends that have met check each other more often: " << problems();
  meetings.begin(0);
  checks_in_vain(8, true, own, far_private);
  EXPECT_FALSE(has(problems(), late)) << "ends that have met use one pair: " << problems();
}

TEST_F(Ice, ASilentServerInACaptureOfOneDirection) {
  for (int i = 0; i != 8; ++i) {
    sends(own, server, message(0x0001, ++transaction, {attribute(0x8022, text("libjuice"))}));
    wait(1000);
  }
  constexpr const char* alone = "the capture has one direction alone";
  EXPECT_TRUE(has(problems(), "does not answer")) << problems();
  EXPECT_TRUE(has(problems(), alone)) << problems();
  meetings.hears(own);
  EXPECT_TRUE(has(problems(), "does not answer")) << problems();
  EXPECT_FALSE(has(problems(), alone)) << problems();
}

TEST_F(Ice, SilentWithPortUnreachable) {
  meets();
  shakes_hands();
  sends(own, other, data);
  for (int i = 0; i != 12; ++i) {
    checks_in_vain(1);
    sends(own, other, {}, Returned::closed);
  }
  EXPECT_TRUE(has(problems(), ": its program has ended, or has closed its port (the ICMP error in frame"))
      << problems();
  EXPECT_FALSE(has(problems(), "One of")) << problems();
}

TEST_F(Ice, Closed) {
  meets();
  shakes_hands();
  sends(other, own, close_notify);
  checks_in_vain(12);
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, ClosedByThisEndLongAfterTheSilence) {
  meets();
  shakes_hands();
  sends(own, other, data);
  checks_in_vain(12);
  sends(own, other, close_notify);
  EXPECT_TRUE(has(problems(), "is silent after frame")) << problems();
}

TEST_F(Ice, ClosedInDtls13CannotBeSeen) {
  meets();
  sends(own, other, client_hello);
  for (int i = 0; i != 6; ++i) {
    sends(other, own, unified);
    sends(own, other, unified);
  }
  EXPECT_TRUE(has(healthy(), "DTLS is finished after 60 ms")) << healthy();
  checks_in_vain(12);
  EXPECT_TRUE(has(problems(), "it has closed the connection, which DTLS 1.3 hides")) << problems();
}

TEST_F(Ice, AlertThatDtls13Hides) {
  meets();
  sends(own, other, client_hello);
  sends(other, own, server_hello);
  sends(own, other, unified);  // an alert
  for (int i = 0; i != 6; ++i) {
    sends(other, own, unified);  // its handshake, again
    wait(2000);
    checked(false, other, own);
  }
  EXPECT_TRUE(has(problems(),
                  "begins in frame 5 and does not finish. One of: an end refuses the certificate of the "
                  "other by an alert, which DTLS 1.3 hides"))
      << problems();
}

/// A datagram of the handshake may have several records: six datagrams are more than it takes, six records are not.
TEST_F(Ice, HandshakeThatDtls13HidesIsCountedByDatagrams) {
  Bytes two = unified;
  two.insert(two.end(), unified.begin(), unified.end());
  meets();
  sends(own, other, client_hello);
  for (int i = 0; i != 3; ++i) {
    sends(other, own, two);
    sends(own, other, two);
  }
  EXPECT_FALSE(has(healthy(), "DTLS is finished")) << healthy();
}

TEST_F(Ice, OneDirectionOfACapture) {
  for (int i = 0; i != 9; ++i) {
    checks_in_vain(1);
    sends(own, other, data);
  }
  EXPECT_EQ(problems(), "");
}

/// The capture has nothing of the other end, whose checks this one answers.
TEST_F(Ice, AnEndAnswersWhatTheCaptureDoesNotHave) {
  checks_in_vain(3);
  answers(own, other, 200);
  checks_in_vain(3);
  EXPECT_EQ(problems(), "");
}

/// Its request may be from before the capture.
TEST_F(Ice, AnAnswerAtTheBeginningHidesNothing) {
  answers(own, other, 200);
  checks_in_vain(6);
  EXPECT_TRUE(has(problems(), "None of the 6 checks")) << problems();
}

TEST_F(Ice, ByTurn) {
  const auto carried = [](const End& peer, const Bytes& inner) {
    return std::vector<Bytes>{attribute(0x0012, address(peer)), attribute(0x0013, inner)};
  };
  sends(own, server, message(0x0003, ++transaction));
  sends(server, own, message(0x0113, transaction, {attribute(0x0009, {0, 0, 4, 1})}));
  sends(own, server, message(0x0003, ++transaction, {attribute(0x0006, text("player"))}));
  sends(server, own,
        message(0x0103, transaction,
                {attribute(0x0016, address({server.host, 4, 50000})), attribute(0x0020, address(other))}));
  const Bytes check = message(0x0001, ++transaction, {attribute(0x0006, text("bbbb:aaaa"))});
  sends(own, server, message(0x0016, 200, carried(other, check)));
  sends(server, own, message(0x0017, 201, carried(other, message(0x0101, transaction))));
  const Bytes back = message(0x0001, ++transaction, {attribute(0x0006, text("aaaa:bbbb"))});
  sends(server, own, message(0x0017, 202, carried(other, back)));
  sends(own, server, message(0x0016, 203, carried(other, message(0x0101, transaction))));
  // The rest by a channel.
  sends(own, server,
        message(0x0009, ++transaction,
                {attribute(0x000c, {0x40, 1, 0, 0}), attribute(0x0012, address(other)),
                 attribute(0x0006, text("player"))}));
  const auto in_channel = [](const Bytes& bytes) {
    Bytes all = {0x40, 1, 0, static_cast<std::uint8_t>(bytes.size())};
    all.insert(all.end(), bytes.begin(), bytes.end());
    return all;
  };
  sends(own, server, in_channel(client_hello));
  sends(server, own, in_channel(server_hello));
  sends(own, server, in_channel(data));
  sends(server, own, in_channel(data));
  EXPECT_EQ(problems(), "");
  EXPECT_TRUE(has(healthy(), "the TURN server 203.0.113.1:3478 relays 10.0.2.2:5000 as 203.0.113.1:50000"))
      << healthy();
  EXPECT_TRUE(has(healthy(), "10.0.2.2:5000 and 203.0.113.10:6000 meet by the TURN server 203.0.113.1:3478"))
      << healthy();
}

TEST_F(Ice, TurnRefuses) {
  checks_in_vain(1);
  const auto refuse = [this](std::uint8_t code) {
    sends(own, server, message(0x0003, ++transaction, {attribute(0x0006, text("player"))}));
    sends(server, own, message(0x0113, transaction, {attribute(0x0009, {0, 0, 4, code})}));
  };
  sends(own, server, message(0x0003, ++transaction));
  sends(server, own, message(0x0113, transaction, {attribute(0x0009, {0, 0, 4, 1})}));
  EXPECT_EQ(problems(), "");
  refuse(38);
  EXPECT_EQ(problems(), "");
  refuse(1);
  EXPECT_TRUE(has(problems(), ": name or password are wrong, or have expired (error 401 (Unauthorized) in frame 7)"))
      << problems();
  refuse(86);
  EXPECT_TRUE(has(problems(), "as many allocations as it may (error 486")) << problems();
}

TEST_F(Ice, TurnDeniesAPeer) {
  checks_in_vain(1);
  sends(own, server, message(0x0003, ++transaction, {attribute(0x0006, text("player"))}));
  sends(server, own, message(0x0103, transaction, {attribute(0x0016, address({server.host, 4, 50000}))}));
  sends(own, server,
        message(0x0008, ++transaction, {attribute(0x0006, text("player")), attribute(0x0012, address(other))}));
  sends(server, own, message(0x0118, transaction, {attribute(0x0009, {0, 0, 4, 3})}));
  EXPECT_TRUE(has(problems(), "does not relay to 203.0.113.10:6000: error 403 (Forbidden)")) << problems();
  sends(own, server,
        message(0x0008, ++transaction, {attribute(0x0006, text("player")), attribute(0x0012, address(far_private))}));
  sends(server, own, message(0x0118, transaction, {attribute(0x0009, {0, 0, 4, 3})}));
  EXPECT_TRUE(has(problems(), "does not relay to 203.0.113.10:6000: error 403 (Forbidden)")) << "the first one";
}

/// Only a permission is asked for a peer: not, as here, that the allocation goes on.
TEST_F(Ice, TurnRefusesToGoOn) {
  checks_in_vain(1);
  sends(own, server, message(0x0003, ++transaction, {attribute(0x0006, text("player"))}));
  sends(server, own, message(0x0103, transaction, {attribute(0x0016, address({server.host, 4, 50000}))}));
  sends(own, server, message(0x0004, ++transaction, {attribute(0x0006, text("player"))}));
  sends(server, own, message(0x0114, transaction, {attribute(0x0009, {0, 0, 4, 37})}));
  EXPECT_FALSE(has(problems(), "does not relay")) << problems();
}

/// A host asks the same server from several ports, and is answered at the last of them.
TEST_F(Ice, AServerThatIsSilentToOnePort) {
  checks_in_vain(1);
  for (int i = 0; i != 4; ++i) sends({own.host, 4, 5002}, server, message(0x0001, ++transaction));
  sends(own, server, message(0x0001, ++transaction));
  answers(server, own, transaction);
  EXPECT_TRUE(has(healthy(), "the STUN server 203.0.113.1:3478 sees 10.0.2.2:5000 as 10.0.2.2:5000, after 5 ms"))
      << healthy();
}

TEST_F(Ice, NoCheckAfterTheServer) {
  sends(own, server, message(0x0001, ++transaction, {attribute(0x8022, text("libjuice"))}));
  answers(server, own, transaction);
  wait(14'990);
  sends({{1}, 4, 1}, {{2}, 4, 2}, {1, 2, 3});
  EXPECT_EQ(problems(), "") << "5 ms too early to judge";
  sends({{1}, 4, 1}, {{2}, 4, 2}, {1, 2, 3});
  EXPECT_TRUE(has(problems(),
                  "has asked its server, and neither sends nor gets a check in 15 s. One of: the other end's "
                  "description or its candidates have not come"))
      << problems();
}

/// Of a channel whose beginning is known, as of a direct way: data that is shorter than the head of DTLS is whole,
/// unless the capture cut it there.
TEST_F(Ice, DataThatWasCutBeforeItsKindIsSeenProvesNothing) {
  const auto cut = [this](const End& to, const Bytes& bytes, std::size_t reported) {
    meetings.datagram({own, to, bytes, reported, Returned::no, {++frame, time += 5 * ms}});
  };
  checks_in_vain(9);
  sends(own, server,
        message(0x0009, ++transaction, {attribute(0x000c, {0x40, 1, 0, 0}), attribute(0x0012, address(far_private))}));
  constexpr std::size_t head = 15;
  const auto in_channel = [](std::size_t captured, std::uint8_t reported) {
    Bytes all = {0x40, 1, 0, reported};
    all.resize(4 + captured, 1);
    return all;
  };
  const std::string unanswered = "None of the 9 checks";
  sends(own, server, in_channel(4, 4));
  cut(other, Bytes(4, 1), 4);
  cut(server, in_channel(head, 40), 44);
  cut(other, Bytes(head, 1), 40);
  EXPECT_TRUE(has(problems(), unanswered.c_str())) << problems();
  const IceMeetings before = meetings;
  cut(server, in_channel(head - 1, 40), 44);
  EXPECT_EQ(problems(), "");
  meetings = before;
  cut(other, Bytes(head - 1, 1), 40);
  EXPECT_EQ(problems(), "");
}

/// What is known is followed further; one more is not, and is not taken for one that is known.
TEST_F(Ice, AgentsAreLimited) {
  meets();
  shakes_hands();
  plays(20);
  for (std::size_t i = 1; i != IceMeetings::most_entries; ++i) {
    const std::string name = std::to_string(i);
    const Bytes bytes = message(0x0001, 250, {attribute(0x0006, text("beta" + name + ":alfa" + name))});
    const auto low = static_cast<std::uint8_t>(i);
    const auto high = static_cast<std::uint8_t>(i >> 8U);
    meetings.datagram({{{10, 9, high, low}, 4, 1}, other, bytes, bytes.size(), Returned::no, {++frame, time}});
  }
  sends(own, other, data);
  for (int i = 0; i != 12; ++i) {
    sends(own, other, message(0x0001, ++transaction, {attribute(0x0006, text("zzzz:aaab"))}));
    wait(1000);
  }
  EXPECT_EQ(problems(), "");
  checks_in_vain(1);
  plays(1);
  EXPECT_TRUE(has(healthy(), "10.0.2.2:5000 and 203.0.113.10:6000 meet directly")) << healthy();
}

TEST_F(Ice, ServersAreLimited) {
  const auto asks = [this](const End& from) {
    const Bytes bytes = message(0x0001, ++transaction, {attribute(0x8022, text("libjuice"))});
    meetings.datagram({from, server, bytes, bytes.size(), Returned::no, {++frame, time}});
  };
  for (std::size_t i = 1; i != IceMeetings::most_entries; ++i)
    asks({{10, 9, static_cast<std::uint8_t>(i >> 8U), static_cast<std::uint8_t>(i)}, 4, 1});
  for (const auto& [port, is_known] : {std::pair(std::uint16_t{5000}, true), std::pair(std::uint16_t{5001}, false)}) {
    const End from = {own.host, 4, port};
    asks(from);
    answers(server, from, transaction);
    const std::string all = healthy();
    EXPECT_EQ(has(all, ("sees 10.0.2.2:" + std::to_string(port)).c_str()), is_known) << port;
  }
}

/// A question of DNS for a name that a browser offers, or an answer.
Bytes name(bool is_answer) {
  std::string packet(12, 0);
  packet[2] = is_answer ? static_cast<char>(0x84) : 0;
  packet[is_answer ? 7 : 5] = 1;
  packet += std::string("\x24") + "6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44" + "\x05local" + std::string(5, 0);
  return {packet.begin(), packet.end()};
}

/// A program may ask a server of DNS instead: one end has its port.
TEST_F(Ice, NamesOfMdnsAtAServerOfDns) {
  constexpr End asks = {own.host, 4, 40000};
  for (const std::uint16_t port : {std::uint16_t{40001}, std::uint16_t{53}}) {
    for (int i = 0; i != 3; ++i) {
      sends(asks, {{10, 0, 0, 1}, 4, port}, name(false));
      wait(2000);
    }
    EXPECT_EQ(has(problems(), "asks for 6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44.local"), port == 53) << problems();
  }
}

TEST_F(Ice, NamesOfMdns) {
  constexpr End group = {{224, 0, 0, 251}, 4, 5353};
  for (int i = 0; i != 3; ++i) {
    sends({own.host, 4, 5353}, group, name(false));
    wait(2000);
  }
  EXPECT_TRUE(has(problems(), "asks for 6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44.local, which a browser offers"))
      << problems();
  sends({{10, 0, 2, 3}, 4, 5353}, group, name(true));
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, AddressesOfIpv6) {
  constexpr End one = {{0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 6, 5000};
  constexpr End two = {{0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2}, 6, 6000};
  checked(true, one, two);
  checked(false, two, one);
  sends(one, two, data);
  sends(two, one, data);
  EXPECT_TRUE(has(healthy(), "[2001:db8::1]:5000 and [fe80::1:0:0:2]:6000 meet directly")) << healthy();
}

TEST_F(Ice, AChannelThatBeganEarlierIsNotJudged) {  // its answers may be those that seem to be missing
  checks_in_vain(9);
  Bytes frame_of_channel = {0x40, 1, 0, static_cast<std::uint8_t>(data.size())};
  frame_of_channel.insert(frame_of_channel.end(), data.begin(), data.end());
  EXPECT_NE(problems(), "");
  sends(own, server, frame_of_channel);
  EXPECT_EQ(problems(), "");
}

TEST_F(Ice, TurnWithoutIceIsNoIce) {
  sends(own, server, message(0x0003, ++transaction, {attribute(0x0006, text("player"))}));
  sends(server, own, message(0x0103, transaction, {attribute(0x0016, address({server.host, 4, 50000}))}));
  wait(30000);
  sends(own, other, {1, 2, 3});
  EXPECT_EQ(problems() + healthy(), "");
}

TEST_F(Ice, CutChecksAreNotJudged) {
  for (int i = 0; i != 9; ++i) {
    Bytes bytes = message(0x0001, ++transaction, {attribute(0x0006, text("bbbb:aaaa"))});
    const std::size_t size = bytes.size();
    bytes.resize(22);
    meetings.datagram({own, other, bytes, size, Returned::no, {++frame, time += 1000 * ms}});
  }
  EXPECT_EQ(problems() + healthy(), "");
}

}  // namespace
