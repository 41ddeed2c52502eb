// SPDX-License-Identifier: MIT
// States of ticks that were sent to the same peer before.
#include "analysis/libraries/netfox/resends.h"

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

/// Before 1.40: differences from the state of a tick that is named.
TEST_F(Resends, ChangesOfOneTickAreCompared) {
  const auto changes = [&](std::uint32_t reference, std::uint64_t digest) {
    NetfoxSentState sent = state(10, digest);
    sent.form = NetfoxForm::changes;
    sent.reference = reference;
    return send(sent);
  };
  EXPECT_EQ(changes(5, 2), nullptr);
  EXPECT_TRUE(changes(5, 4)->corrected);
  EXPECT_TRUE(changes(5, 4)->comparable);
  EXPECT_FALSE(changes(5, 4)->corrected);
  // The receiver has acknowledged another tick: fewer properties differ from it, with the same values.
  EXPECT_FALSE(changes(6, 8)->comparable);
  EXPECT_FALSE(changes(7, 2)->corrected);
  // A full state says nothing about differences, and they nothing about it.
  EXPECT_FALSE(send(state(10, 2))->comparable);
  EXPECT_FALSE(changes(7, 2)->comparable);
}

/// Since 1.48.1: differences from what the receiver was sent for the same tick.
class News : public Resends {
 protected:
  const NetfoxAgain* news(std::uint32_t tick, std::uint64_t digest, bool is_empty = false,
                          std::uint32_t properties = 1) {
    NetfoxSentState sent = state(tick, digest);
    sent.form = NetfoxForm::news;
    sent.reference = is_empty ? 0 : properties;
    sent.is_empty = is_empty;
    return send(sent);
  }
};

TEST_F(News, NoPropertyMeansTheSameValues) {
  (void)news(10, 4);
  const NetfoxAgain* again = news(10, 2, true);
  ASSERT_NE(again, nullptr);
  EXPECT_TRUE(again->comparable);
  EXPECT_FALSE(again->corrected);
  (void)send(state(11, 4));
  EXPECT_FALSE(news(11, 2, true)->corrected) << "also behind a full state";
  EXPECT_FALSE(send(state(11, 4))->corrected) << "which is still the last one";
  EXPECT_TRUE(send(state(11, 4))->comparable);
}

TEST_F(News, APropertyIsACorrection) {
  (void)news(10, 4);
  EXPECT_TRUE(news(10, 6)->corrected);
  EXPECT_TRUE(news(10, 8, false, 2)->corrected) << "of another property";
  (void)send(state(11, 4));
  EXPECT_TRUE(news(11, 6)->corrected);
  EXPECT_FALSE(send(state(11, 8))->comparable) << "the full state has other bytes than the difference";
}

/// 1.40 to 1.48.0: differences from the tick before. Such a game says so itself: the same properties and values again.
TEST_F(News, DifferencesFromTheTickBefore) {
  (void)news(10, 4);
  (void)news(11, 4);
  (void)news(12, 4);
  (void)news(13, 4);
  (void)news(10, 2, true);      // 5: as the tick before, which may have been corrected
  (void)news(11, 4);            // 6: shows what differences of this game are
  (void)news(12, 6);            // 7: the same properties, other values
  (void)news(13, 6, false, 2);  // 8: other properties
  EXPECT_FALSE(resends_.find({.frame = 5})->comparable);
  EXPECT_TRUE(resends_.find({.frame = 6})->comparable);
  EXPECT_FALSE(resends_.find({.frame = 6})->corrected);
  EXPECT_TRUE(resends_.find({.frame = 7})->corrected);
  EXPECT_FALSE(resends_.find({.frame = 8})->comparable);
}

/// A StateSynchronizer sends differences from its last state, whatever its tick.
TEST_F(Resends, OtherDifferencesAreNotCompared) {
  NetfoxSentState sent = state(10, 4);
  sent.form = NetfoxForm::other;
  (void)send(sent);
  EXPECT_FALSE(send(sent)->comparable);
  EXPECT_FALSE(send(sent)->corrected);
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
