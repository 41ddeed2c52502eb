// SPDX-License-Identifier: MIT
// The outcome of commands, in connections written by hand: which ones the receiver held back, dropped or never got, and
// which were never answered. tests/dissection compares captures of lossy links with their receivers' logs.
#include <gtest/gtest.h>

#include "analysis/enet/order/command_findings.h"
#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::test {
namespace {

using analysis::enet::Datagram;

TEST(EnetOutcome, MessagesAfterALossWait) {
  Conversation link;
  link.handshake();
  const Datagram& first = link.at(0, client, 10, {reliable(0, 1)});
  // 2 is lost before the capture.
  const Datagram& third = link.at(20, client, 30, {reliable(0, 3), reliable(1, 1)});
  const Datagram& fourth = link.at(30, client, 40, {reliable(0, 4)});
  EXPECT_EQ(outcome_of(third), "0 lost 1");
  const Datagram& second = link.at(120, client, 130, {reliable(0, 2)});
  const Datagram& fifth = link.at(130, client, 140, {reliable(0, 5)});
  EXPECT_EQ(outcome_of(first), "");
  EXPECT_EQ(outcome_of(third), "0 held 100 ms for 2 until frame 6");  // the other channel does not wait
  EXPECT_EQ(outcome_of(fourth), "0 held 90 ms for 2 until frame 6");
  EXPECT_EQ(outcome_of(second), "");
  EXPECT_EQ(outcome_of(fifth), "");
}

TEST(EnetOutcome, TheLastOfSeveralLossesCounts) {
  Conversation link;
  link.handshake();
  const Datagram& third = link.at(0, client, 10, {reliable(0, 3)});
  const Datagram& fifth = link.at(10, client, 20, {reliable(0, 5)});
  EXPECT_EQ(outcome_of(third), "0 lost 2");
  link.at(50, client, 60, {reliable(0, 4)});
  EXPECT_EQ(outcome_of(fifth), "0 held 40 ms for 4 until frame 5");
  link.at(60, client, 70, {reliable(0, 1)});
  EXPECT_EQ(outcome_of(third), "0 lost 1");  // 2 is still missing
  link.at(80, client, 90, {reliable(0, 2)});
  EXPECT_EQ(outcome_of(third), "0 held 80 ms for 2 until frame 7");
  EXPECT_EQ(outcome_of(fifth), "0 held 70 ms for 2 until frame 7");
}

/// At the sender there is no gap: the acknowledgement names the transmission that arrived.
TEST(EnetOutcome, CapturedAtTheSenderAWaitIsOnlyLikely) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(0, 1)});
  const Datagram& second = link.at(10, client, 20, {reliable(0, 2)});
  link.at(30, server, {acknowledge(0, 2, 20)});
  link.at(100, client, 110, {reliable(0, 1)});
  EXPECT_EQ(outcome_of(second), "");
  link.at(120, server, {acknowledge(0, 1, 110)});
  EXPECT_EQ(outcome_of(second), "0 perhaps held 90 ms for 1 until frame 6");
}

TEST(EnetOutcome, NothingWaitsForACopy) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(0, 1)});
  const Datagram& second = link.at(10, client, 20, {reliable(0, 2)});
  link.at(20, server, {acknowledge(0, 1, 10)});
  link.at(30, client, 40, {reliable(0, 1)});
  link.at(40, server, {acknowledge(0, 1, 40)});
  EXPECT_EQ(outcome_of(second), "");
}

/// Captured at the sender: the second one's first transmission did not arrive either, as far as the capture shows.
TEST(EnetOutcome, WhatWasLostItselfIsNotHeld) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(0, 1)});
  const Datagram& second = link.at(10, client, 20, {reliable(0, 2)});
  const Datagram& third = link.at(15, client, 25, {reliable(0, 3)});
  link.at(40, server, {acknowledge(0, 3, 25)});
  link.at(500, client, 510, {reliable(0, 1), reliable(0, 2)});
  link.at(540, server, {acknowledge(0, 1, 510), acknowledge(0, 2, 510)});
  EXPECT_EQ(outcome_of(second), "");
  EXPECT_EQ(outcome_of(third), "0 perhaps held 485 ms for 1 until frame 7");
}

TEST(EnetOutcome, NeverAcknowledged) {
  Conversation link;
  link.handshake();
  const Datagram& lost = link.at(0, client, 10, {reliable(0, 1)});
  const Datagram& late = link.at(5, client, 15, {reliable(0, 2)});
  EXPECT_EQ(outcome_of(lost), "");  // it may still arrive
  link.at(100, client, 110, {reliable(0, 1)});
  link.at(100, client, 111, {reliable(0, 2)});
  link.at(300, client, 310, {reliable(0, 1)});
  EXPECT_EQ(outcome_of(late), "0 never_acknowledged");
  link.at(320, server, {acknowledge(0, 2, 111)});
  EXPECT_EQ(outcome_of(late), "");
  EXPECT_EQ(outcome_of(lost), "0 never_acknowledged");
  ASSERT_NE(lost.first->sequel(), nullptr);
  EXPECT_EQ(lost.first->sequel()->sendings, 3);
  EXPECT_EQ(lost.first->sequel()->tried, 300 * millisecond);
}

TEST(EnetOutcome, MessagesThatAreNeverSentAgainAreLost) {
  Conversation link;
  link.handshake();
  const Datagram& shown = link.at(0, client, 10, {unreliable(1, 0, 4)});
  EXPECT_EQ(outcome_of(shown), "0 lost 3");
  link.at(10, client, 9, {unreliable(1, 0, 2)});
  EXPECT_EQ(outcome_of(shown), "0 lost 2");
  const Datagram& group = link.at(20, client, 20, {unsequenced(3)});
  EXPECT_EQ(outcome_of(group), "0 lost 2");
  link.at(30, client, 19, {unsequenced(1)});
  EXPECT_EQ(outcome_of(group), "0 lost 1");
}

TEST(EnetOutcome, OrderedMessagesThatComeLateAreDropped) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {unreliable(1, 0, 2)});
  EXPECT_EQ(outcome_of(link.at(5, client, 9, {unreliable(1, 0, 1)})), "0 dropped");
  link.at(10, client, 20, {unsequenced(2)});
  EXPECT_EQ(outcome_of(link.at(12, client, 19, {unsequenced(1)})), "");  // unsequenced commands have no order
}

/// Both wait for the reliable one, and are put in order meanwhile.
TEST(EnetOutcome, OrderedMessagesThatWaitTogetherAreNotDropped) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(1, 1)});
  link.at(1, client, 12, {unreliable(1, 2, 2)});
  EXPECT_EQ(outcome_of(link.at(2, client, 11, {unreliable(1, 2, 1)})), "");
  link.at(50, client, 60, {reliable(1, 2)});
  link.at(51, client, 62, {unreliable(1, 2, 4)});
  EXPECT_EQ(outcome_of(link.at(52, client, 61, {unreliable(1, 2, 3)})), "0 dropped");
}

/// An unreliable message waits for the reliable one before it, unless the next reliable one is delivered at the same
/// time.
TEST(EnetOutcome, UnreliableMessagesWaitForReliableOnes) {
  Conversation link;
  link.handshake();
  const Datagram& one = link.at(0, client, 10, {unreliable(1, 1, 1)});
  const Datagram& two = link.at(10, client, 20, {reliable(1, 2), unreliable(1, 2, 1)});
  EXPECT_EQ(outcome_of(one), "");
  link.at(40, client, 50, {reliable(1, 1)});
  EXPECT_EQ(outcome_of(one), "0 dropped");
  EXPECT_EQ(outcome_of(two), "0 held 30 ms for 1 until frame 5; 1 held 30 ms for 1 until frame 5");
}

TEST(EnetOutcome, UnreliableMessagesThatAReliableOneOvertook) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {reliable(1, 1)});
  link.at(10, client, 30, {reliable(1, 2)});
  EXPECT_EQ(outcome_of(link.at(11, client, 20, {unreliable(1, 1, 1)})), "0 dropped");
  EXPECT_EQ(outcome_of(link.at(12, client, 40, {unreliable(1, 2, 1)})), "");
}

TEST(EnetOutcome, AFragmentIsNotAWholeMessage) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {unreliable_fragment(1, 2, 0, 2)});
  EXPECT_EQ(outcome_of(link.at(1, client, 9, {unreliable(1, 0, 1)})), "");
  link.at(2, client, 12, {unreliable_fragment(1, 4, 1, 2)});
  link.at(3, client, 11, {unreliable_fragment(1, 4, 0, 2)});
  EXPECT_EQ(outcome_of(link.at(4, client, 10, {unreliable(1, 0, 3)})), "0 dropped");
}

TEST(EnetOutcome, ConnectIsNotAnswered) {
  Conversation link;
  const Datagram& asked = link.at(0, client, 10, {connect()});
  EXPECT_EQ(outcome_of(asked), "");
  link.at(500, client, 510, {connect()});
  link.at(1500, client, 1510, {connect()});
  EXPECT_EQ(outcome_of(asked), "0 never_acknowledged");
  EXPECT_EQ(asked.first->sequel()->sendings, 3);
  link.at(1600, server, 9, {verify_connect()});
  EXPECT_EQ(outcome_of(asked), "");
  // It crosses with the answer.
  link.at(1601, client, 1611, {connect()});
  EXPECT_EQ(outcome_of(asked), "");
}

/// The capture has one direction only. What the client sends shows that its request was answered.
TEST(EnetOutcome, ConnectIsAnsweredIfTheClientGoesOn) {
  Conversation link;
  const Datagram& asked = link.at(0, client, 10, {connect()});
  link.at(500, client, 510, {connect()});
  EXPECT_EQ(outcome_of(asked), "0 never_acknowledged");
  link.at(600, client, 610, {acknowledge(255, 1, 5), ping(2)});
  EXPECT_EQ(outcome_of(asked), "");
  link.at(601, client, 611, {connect()});
  EXPECT_EQ(outcome_of(asked), "");
  EXPECT_FALSE(link.analysis().heard(server));
  EXPECT_TRUE(link.analysis().heard(client));
}

/// ... unless it only gives up.
TEST(EnetOutcome, ConnectIsNotAnsweredByItsEnd) {
  Conversation link;
  const Datagram& asked = link.at(0, client, 10, {connect()});
  link.at(500, client, 510, {connect()});
  link.at(600, client, 610, {disconnect(0, true)});
  EXPECT_EQ(outcome_of(asked), "0 never_acknowledged");
}

TEST(EnetOutcome, AcceptedAndThenSilent) {
  Conversation link;
  link.at(0, client, 10, {connect()});
  const Datagram& accepted = link.at(10, server, 5, {verify_connect()});
  link.at(11, client, 21, {acknowledge(255, 1, 5), ping(2)});
  EXPECT_EQ(outcome_of(accepted), "");
  link.at(511, client, 521, {ping(2)});
  EXPECT_EQ(outcome_of(accepted), "0 never_spoke");
  link.at(600, server, {acknowledge(255, 2, 521)});
  EXPECT_EQ(outcome_of(accepted), "");
  link.at(700, client, 721, {ping(3)});
  link.at(1200, client, 1221, {ping(3)});
  EXPECT_EQ(outcome_of(accepted), "");
}

TEST(EnetOutcome, ClosedBeforeAnyMessage) {
  Conversation silent;
  silent.handshake();
  silent.at(0, client, {acknowledge(255, 1, 64000)});
  EXPECT_EQ(outcome_of(silent.at(1000, server, 1000, {disconnect(2)})), "0 left_in_silence");
  EXPECT_EQ(outcome_of(silent.at(1010, client, 1010, {disconnect(2)})), "");
  Conversation closed;
  closed.handshake();
  closed.at(0, client, {acknowledge(255, 1, 64000)});
  EXPECT_EQ(outcome_of(closed.at(1000, client, 1000, {disconnect(0, true)})), "");
  Conversation spoken;
  spoken.handshake();
  spoken.at(0, client, 10, {unsequenced(1)});
  EXPECT_EQ(outcome_of(spoken.at(1000, server, 1000, {disconnect(2)})), "");
  Conversation late;
  late.at(0, client, 10, {ping(40)});
  late.at(1, server, {acknowledge(255, 40, 10)});
  EXPECT_EQ(outcome_of(late.at(1000, server, 1000, {disconnect(90)})), "");
}

/// However many messages wait and however often gaps are filled, each filling inspects a limited number.
TEST(EnetOutcome, TimeDoesNotDependOnTheNumbers) {
  Conversation link;
  link.handshake();
  for (unsigned number = 2; number < 3000; ++number) link.at(number, client, number, {reliable(0, number)});
  const Datagram& last = link.at(4000, client, 4000, {reliable(0, 3000)});
  link.at(5000, client, 5000, {reliable(0, 1)});
  EXPECT_EQ(outcome_of(last), "");  // beyond ENet's window
}

}  // namespace
}  // namespace godot::test
