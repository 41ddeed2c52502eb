// SPDX-License-Identifier: MIT
// Messages just before their sender closes the connection: connections written by hand, and the verdicts on them.
#include "analysis/enet/connections/leaving.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/causes.h"
#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::test {
namespace {

using analysis::enet::Datagram;

std::uint32_t left_in(const Datagram& datagram) {
  const analysis::enet::Finding* finding = datagram.first;
  return finding != nullptr && finding->sequel() != nullptr ? finding->sequel()->left_in : 0;
}

TEST(LastWords, AreMarkedUntilTheyAreAcknowledged) {
  Conversation link;
  link.handshake();
  link.at(0, client, 10, {ping(3)});
  const Datagram& earlier = link.at(10, server, 20, {reliable(0, 1)});
  link.at(20, client, {acknowledge(0, 1, 20)});
  const Datagram& last = link.at(30, server, 40, {reliable(0, 2)});
  const Datagram& other = link.at(31, server, 41, {reliable(3, 1)});
  const Datagram& end = link.at(32, server, 42, {disconnect(9)});
  EXPECT_EQ(left_in(earlier), 0U) << "acknowledged";
  EXPECT_EQ(left_in(last), end.frame);
  EXPECT_EQ(left_in(other), end.frame);
  link.at(50, client, {acknowledge(0xFF, 9, 42)});
  EXPECT_EQ(link.analysis().left_acked_in(), end.frame + 1);
  EXPECT_EQ(left_in(last), end.frame);
  link.at(51, client, {acknowledge(0, 2, 40)});
  EXPECT_EQ(left_in(last), 0U) << "its acknowledgement was under way";
  EXPECT_EQ(left_in(other), end.frame);
}

TEST(LastWords, AreOfTheEndThatLeaves) {
  Conversation link;
  link.handshake();
  const Datagram& to_server = link.at(0, client, 10, {reliable(0, 1)});
  const Datagram& long_before = link.at(5, server, 15, {reliable(0, 1)});
  link.at(900, server, 910, {disconnect(9, true)});
  EXPECT_EQ(left_in(to_server), 0U);
  EXPECT_EQ(left_in(long_before), 0U) << "not just before: it was sent again, if it was lost";
  EXPECT_EQ(link.analysis().left_acked_in(), 0U);
}

/// An unreliable message has no acknowledgement: what came from its receiver meanwhile shows that it was read before.
TEST(LastWords, ThatAreUnreliable) {
  const auto is_last = [](bool answered, int before) {
    Conversation link;
    link.handshake();
    link.at(0, client, 10, {ping(3)});
    const Datagram& message = link.at(30, server, 40, {unreliable(0, 1, 1)});
    if (answered) link.at(31, client, 30, {ping(4)});
    link.at(30 + before, server, 42, {disconnect(9)});
    return link.analysis().is_among_last_words(server, message.frame, message.captured);
  };
  EXPECT_TRUE(is_last(false, 1));
  EXPECT_FALSE(is_last(true, 2)) << "it polled in between";
  EXPECT_FALSE(is_last(false, 100)) << "long before";
}

class Verdicts : public testing::Test {
 protected:
  /// The whole list of causes that remain.
  Causes causes(const analysis::enet::LastWords& message) {
    const analysis::problems::Verdict verdict = verdict_on(message, memory.packet_arena());
    frames = verdict.basis().frame_count;
    text = verdict.text(memory.packet_arena());
    return causes_of(verdict, memory.packet_arena());
  }
  HeapArena memory;
  std::string text;
  unsigned frames = 0;
};

TEST_F(Verdicts, OnOneMachineNothingIsLost) {
  EXPECT_EQ(causes({.left_in = 16, .acked_in = 17, .before = 0.00005, .is_local = true}),
            (Causes{"its sender closes the connection 0.1 ms later, in frame 16: the receiver reads it together with "
                    "the Disconnect, and drops it (it acknowledges the Disconnect in frame 17, and not the message)"}));
  EXPECT_EQ(frames, 1U);
  EXPECT_EQ(text,
            "Never acknowledged: its sender closes the connection 0.1 ms later, in frame 16: the receiver reads it "
            "together with the Disconnect, and drops it (it acknowledges the Disconnect in frame 17, and not the "
            "message). Wait for an answer, or half a second, before disconnect_peer(), close() or quitting. Not: it "
            "was lost (both ends are on one machine)");
}

/// It may have crashed before, or stand still for long: nothing that it sends shows that it has read the Disconnect.
TEST_F(Verdicts, AReceiverThatDoesNotAcknowledgeTheDisconnectMayHaveEnded) {
  EXPECT_EQ(causes({.left_in = 16, .before = 0.001, .is_local = true}),
            (Causes{"the receiver reads it together with the Disconnect, and drops it",
                    "the receiver had ended, or stood still"}));
}

TEST_F(Verdicts, NothingIsCertainOfAnUnreliableMessage) {
  EXPECT_STREQ(analysis::enet::unsure_last_words(0.0002, 16, memory.packet_arena()),
               "Its sender closes the connection 0.2 ms later, in frame 16: a receiver that reads both in one poll "
               "drops it. Wait half a second before disconnect_peer(), close() or quitting");
}

TEST_F(Verdicts, OverANetworkItMayBeLost) {
  EXPECT_EQ(causes({.left_in = 16, .acked_in = 17, .before = 0.001}),
            (Causes{"the receiver reads it together with the Disconnect, and drops it (it acknowledges the Disconnect "
                    "in frame 17, and not the message)",
                    "it was lost, and is not sent again after the Disconnect",
                    "its acknowledgement was lost, and it was delivered"}));
}

}  // namespace
}  // namespace godot::test
