// SPDX-License-Identifier: MIT
// States of ticks that were sent to the same peer before.
#include "analysis/netfox/resends.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

constexpr Speaker server{.link = 1, .sender = second_end};
constexpr Speaker client{.link = 1, .sender = first_end};

class Resends : public testing::Test {
 protected:
  /// Sends a state in a frame of its own, and returns what is known of it; null: it is the first one.
  const NetfoxAgain* send(NetfoxSentState state) {
    const NetfoxPlace place{.frame = ++frame_};
    resends_.sent(state, place);
    return resends_.find(place);
  }
  static NetfoxSentState state(std::uint32_t tick, std::uint64_t digest = 2) {
    return {.source = server, .target = client, .node = 5, .tick = tick, .digest = digest};
  }

  NetfoxResends resends_;
  std::uint32_t frame_ = 0;
};

TEST_F(Resends, TheSameTickAgain) {
  EXPECT_EQ(send(state(10)), nullptr);
  EXPECT_EQ(send(state(11)), nullptr);
  const NetfoxAgain* again = send(state(10));
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->first_frame, 1U);
  EXPECT_TRUE(again->comparable);
  EXPECT_FALSE(again->corrected);
  again = send(state(10));
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->first_frame, 1U) << "the first one, not the last";
}

/// A value is compared with the last one that was sent.
TEST_F(Resends, Corrections) {
  (void)send(state(10, 2));
  EXPECT_TRUE(send(state(10, 4))->corrected);
  EXPECT_FALSE(send(state(10, 4))->corrected);
  EXPECT_TRUE(send(state(10, 2))->corrected);
}

TEST_F(Resends, FullStatesAndDifferencesAreNotCompared) {
  (void)send(state(10, 2));
  NetfoxSentState diff = state(10, 4);
  diff.diff = true;
  const NetfoxAgain* again = send(diff);
  ASSERT_NE(again, nullptr);
  EXPECT_FALSE(again->comparable);
  EXPECT_FALSE(again->corrected);
  EXPECT_FALSE(send(state(10, 2))->corrected);
  diff.digest = 8;
  EXPECT_TRUE(send(diff)->corrected);
}

TEST_F(Resends, OtherNodesReceiversListsAndSenders) {
  (void)send(state(10));
  NetfoxSentState node = state(10);
  node.node = 6;
  NetfoxSentState list = state(10);
  list.list = NetfoxList::sync;
  NetfoxSentState link = state(10);
  link.source.link = 2;
  NetfoxSentState receiver = state(10);
  receiver.target.sender = 77;
  NetfoxSentState sender = state(10);
  sender.source.sender = 78;
  for (const NetfoxSentState& each : {node, list, link, receiver, sender}) EXPECT_EQ(send(each), nullptr);
}

/// A tick that was skipped at first is none that was sent.
TEST_F(Resends, OutOfOrder) {
  for (const std::uint32_t tick : {10, 12, 14}) EXPECT_EQ(send(state(tick)), nullptr);
  EXPECT_EQ(send(state(11)), nullptr);
  EXPECT_EQ(send(state(9)), nullptr);
  EXPECT_NE(send(state(11)), nullptr);
  EXPECT_EQ(send(state(11))->first_frame, 4U);
}

/// The game begins to count again on the same connection.
TEST_F(Resends, ARestart) {
  (void)send(state(10));
  (void)send(state(2000));
  EXPECT_EQ(send(state(10)), nullptr);
  EXPECT_EQ(send(state(2000)), nullptr);
}

/// What is known of a place stays: the second pass finds the same.
TEST_F(Resends, KeptForTheSecondPass) {
  (void)send(state(10, 2));
  (void)send(state(10, 4));
  for (std::uint32_t tick = 11; tick < 3000; ++tick) (void)send(state(tick));
  ASSERT_NE(resends_.find({.frame = 2}), nullptr);
  EXPECT_TRUE(resends_.find({.frame = 2})->corrected);
  EXPECT_EQ(resends_.find({.frame = 1}), nullptr);
  EXPECT_EQ(resends_.find({.frame = 2, .message = 1}), nullptr);
  EXPECT_EQ(resends_.find({.frame = 2, .begin = 1}), nullptr);
}

}  // namespace
}  // namespace godot::analysis
