// SPDX-License-Identifier: MIT
#include "base/frame_numbers.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

/// A packet that is read for the first time, or again without a mark.
ReadPacket packet(std::uint32_t number, std::int64_t offset) { return {number, offset, false}; }
ReadPacket visited(std::uint32_t number) { return {number, 0, true}; }

TEST(FrameNumbers, WithoutAFilterTheyAreTheReadersOwn) {
  FrameNumbers numbers;
  for (std::uint32_t number = 1; number <= 3; ++number) {
    EXPECT_EQ(numbers.of(packet(number, 100 * number)), number);
    EXPECT_TRUE(numbers.is_first_time(packet(number, 100 * number)));
    numbers.end(packet(number, 100 * number));
  }
  EXPECT_FALSE(numbers.has_dropped());
  EXPECT_FALSE(numbers.is_first_time(visited(2)));
  EXPECT_EQ(numbers.of(visited(2)), 2U);
  EXPECT_EQ(numbers.shown(2), 2U);
}

/// The packet at 100 is dropped: the next one has its number.
TEST(FrameNumbers, ADroppedPacketHasTheNumberOfTheNext) {
  FrameNumbers numbers;
  EXPECT_EQ(numbers.of(packet(1, 100)), 1U);
  numbers.end(packet(1, 100));
  EXPECT_EQ(numbers.of(packet(1, 200)), 2U);
  EXPECT_TRUE(numbers.is_first_time(packet(1, 200)));
  EXPECT_TRUE(numbers.has_dropped());
  EXPECT_EQ(numbers.of(visited(1)), 2U);
  EXPECT_EQ(numbers.shown(1), 0U);
  EXPECT_EQ(numbers.shown(2), 1U);
}

TEST(FrameNumbers, AKeptPacketIsReadTwiceInAWindow) {
  FrameNumbers numbers;
  EXPECT_TRUE(numbers.is_first_time(packet(1, 100)));
  EXPECT_TRUE(numbers.is_first_time(packet(1, 100)));  // it has not ended
  numbers.end(packet(1, 100));
  EXPECT_FALSE(numbers.is_first_time(packet(1, 100)));
  EXPECT_EQ(numbers.of(packet(1, 100)), 1U);
  EXPECT_TRUE(numbers.is_first_time(packet(2, 200)));
}

TEST(FrameNumbers, AnotherCapture) {
  FrameNumbers numbers;
  (void)numbers.of(packet(1, 100));
  (void)numbers.of(packet(1, 200));
  numbers.forget();
  EXPECT_FALSE(numbers.has_dropped());
  EXPECT_EQ(numbers.of(packet(1, 100)), 1U);
}

}  // namespace
}  // namespace godot::analysis
