// SPDX-License-Identifier: MIT
#include "analysis/enet/order/delivery_order.h"

#include <gtest/gtest.h>

namespace godot::analysis::enet {
namespace {

Delivery::Message reliable(std::uint16_t number) { return {.kind = Delivery::Kind::reliable, .reliable = number}; }

FollowedMessage content(const char* text, std::uint32_t frame) {
  return {.content = text, .frame = frame, .when = frame * 1000};
}

TEST(FollowedLine, HasTimeFrameAndText) {
  EXPECT_EQ(line_of({.message = content("Main.shoot()", 7)}, 1.25), "1.250000  7  Main.shoot()\n");
  EXPECT_EQ(line_of({.message = content("Main.shoot()", 7), .held = true, .held_for = 3}, 2),
            "2.000000  7  Main.shoot()  [held for 3, came in frame 7]\n");
}

TEST(Follower, ShowsMessagesInTheOrderOfDelivery) {
  Follower follower(true);
  EXPECT_EQ(follower.add(true, reliable(1), content("one", 1)).size(), 1U);
  EXPECT_TRUE(follower.add(true, reliable(3), content("three", 2)).empty());
  const auto& both = follower.add(true, reliable(2), content("two", 3));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].message.content, "two");
  EXPECT_FALSE(both[0].held);
  EXPECT_EQ(both[1].message.content, "three");
  EXPECT_EQ(both[1].message.frame, 2U);
  EXPECT_TRUE(both[1].held);
  EXPECT_EQ(both[1].held_for, 2U);
}

TEST(Follower, ShowsARetransmissionOnce) {
  Follower follower(true);
  EXPECT_EQ(follower.add(true, reliable(1), content("one", 1)).size(), 1U);
  EXPECT_TRUE(follower.add(true, reliable(1), content("one", 2)).empty());
  EXPECT_TRUE(follower.add(true, reliable(3), content("three", 3)).empty());
  EXPECT_TRUE(follower.add(true, reliable(3), content("three again", 4)).empty());
  const auto& rest = follower.add(true, reliable(2), content("two", 5));
  ASSERT_EQ(rest.size(), 2U);
  EXPECT_EQ(rest[1].message.content, "three");
}

TEST(Follower, DoesNotShowAMessageWithoutContentButLetsOthersWaitForIt) {
  Follower follower(true);
  EXPECT_TRUE(follower.add(true, reliable(2), content("two", 1)).empty());
  const auto& now = follower.add(true, reliable(1), std::nullopt);
  ASSERT_EQ(now.size(), 1U);
  EXPECT_EQ(now[0].message.content, "two");
}

TEST(Follower, DoesNotWaitForWhatTheReceiverHas) {
  Follower follower(true);
  EXPECT_TRUE(follower.add(true, reliable(2), content("two", 1)).empty());
  EXPECT_TRUE(follower.missed(false, 0, 1).empty());  // of the other direction
  const auto& now = follower.missed(true, 0, 1);
  ASSERT_EQ(now.size(), 1U);
  EXPECT_EQ(now[0].message.content, "two");
}

TEST(Follower, KeepsDirectionsApart) {
  Follower follower(true);
  EXPECT_EQ(follower.add(true, reliable(1), content("to server", 1)).size(), 1U);
  EXPECT_EQ(follower.add(false, reliable(1), content("to client", 2)).size(), 1U);
}

TEST(Followers, StartAgainWithASmallerFrame) {
  Followers all;
  const int one = 0;
  const int other = 0;
  EXPECT_EQ(all.of(&one, true, 5).add(true, reliable(1), content("a", 5)).size(), 1U);
  EXPECT_TRUE(all.of(&one, true, 6).add(true, reliable(1), content("a", 6)).empty());
  EXPECT_EQ(all.of(&other, true, 6).add(true, reliable(1), content("a", 6)).size(), 1U);
  EXPECT_EQ(all.of(&one, true, 5).add(true, reliable(1), content("a", 5)).size(), 1U);
  all.forget(&one);
  EXPECT_EQ(all.of(&one, true, 7).add(true, reliable(1), content("a", 7)).size(), 1U);
}

}  // namespace
}  // namespace godot::analysis::enet
