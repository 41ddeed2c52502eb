// SPDX-License-Identifier: MIT
// What the numbers of a mirrored game's records show: gaps, copies, records that are out of place.
#include "analysis/mirror/record_numbers.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

constexpr std::uint64_t red = 0x1122334455667788;
constexpr std::uint64_t green = 0x8877665544332211;

class RecordNumbersTest : public testing::Test {
 protected:
  /// The frame of the record of which this one is a copy.
  std::uint32_t add(std::uint32_t number, std::uint64_t game = red, mirror::Kind kind = mirror::Kind::message) {
    return numbers_.add({.kind = kind, .game = game, .sequence = number}, ++frame_).earlier;
  }
  [[nodiscard]] const Completeness& of(std::uint64_t game) const { return *numbers_.of(game); }

  RecordNumbers numbers_;
  std::uint32_t frame_ = 0;
};

TEST_F(RecordNumbersTest, OneAfterTheOther) {
  for (const std::uint32_t number : {0U, 1U, 2U}) EXPECT_EQ(add(number), 0U);
  EXPECT_TRUE(of(red).whole());
}

TEST_F(RecordNumbersTest, AGapLacksRecords) {
  add(0);
  add(2);
  add(5);
  EXPECT_EQ(of(red).lacks_in, 2U) << "the first";
  EXPECT_TRUE(of(red).in_order());
}

TEST_F(RecordNumbersTest, ARecordingThatBeginsLateLacksNothingInIt) {
  add(700);
  add(701);
  EXPECT_TRUE(of(red).whole());
}

TEST_F(RecordNumbersTest, EachGameHasItsOwn) {
  add(0, red);
  add(0, green);
  add(1, red);
  add(2, green);
  EXPECT_TRUE(of(red).whole());
  EXPECT_EQ(of(green).lacks_in, 4U);
}

TEST_F(RecordNumbersTest, TheSecondIsACopy) {
  add(0);
  add(1);
  EXPECT_EQ(add(0), 1U);
  EXPECT_EQ(add(1), 2U);
  EXPECT_EQ(add(2), 0U);
  EXPECT_TRUE(of(red).whole()) << "copies are not out of place";
}

TEST_F(RecordNumbersTest, ALowerNumberThatIsNewIsOutOfPlace) {
  add(1);
  add(0);
  EXPECT_EQ(of(red).disordered_in, 2U);
  EXPECT_EQ(of(red).lacks_in, 0U);
}

/// Records of the recording itself have the number of the one after them, or none.
TEST_F(RecordNumbersTest, WhatIsSaidOfTheRecordingHasNoNumber) {
  add(0);
  add(7, red, mirror::Kind::dropped);
  add(7, red, mirror::Kind::notice);
  EXPECT_TRUE(of(red).whole());
  EXPECT_EQ(add(7), 0U);
  EXPECT_EQ(of(red).lacks_in, 4U);
}

/// Their numbers are those of frames.
TEST_F(RecordNumbersTest, ExportedMessagesHaveNoNumbers) {
  for (const std::uint64_t game : {std::uint64_t{3}, std::uint64_t{3} << 32}) {
    EXPECT_EQ(add(4, game), 0U);
    EXPECT_EQ(add(4, game), 0U);
    EXPECT_EQ(add(9, game), 0U);
    EXPECT_EQ(numbers_.of(game), nullptr);
  }
}

TEST_F(RecordNumbersTest, TheLastNumber) {
  add(UINT32_MAX - 1);
  add(UINT32_MAX);
  EXPECT_TRUE(of(red).whole());
  add(0);
  EXPECT_EQ(of(red).disordered_in, 3U);
  numbers_.forget();
  EXPECT_EQ(numbers_.of(red), nullptr);
  EXPECT_EQ(add(0), 0U);
}

}  // namespace
}  // namespace godot::analysis
