// SPDX-License-Identifier: MIT
#include "analysis/streams/values/joiner.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace godot::analysis::values {
namespace {

using Bytes = std::vector<std::uint8_t>;
using variant::ByteOrder;

/// A length and that many bytes.
Bytes unit_of(std::uint32_t size) {
  Bytes unit(variant::stream_prefix + size);
  for (std::size_t i = 0; i < unit.size(); ++i) unit[i] = static_cast<std::uint8_t>(i < 4 ? size >> (8 * i) : i);
  return unit;
}

TEST(Joiner, PutsAUnitTogetherAtEachPlaceItCanBeCut) {
  const Bytes unit = unit_of(20);
  const std::span all(unit);
  for (std::size_t cut = 1; cut < unit.size(); ++cut) {
    Joiner joiner;
    joiner.begin({1, 0}, all.first(cut), ByteOrder::little);
    ASSERT_TRUE(joiner.is_open()) << cut;
    Bytes rest(unit.begin() + static_cast<std::ptrdiff_t>(cut), unit.end());
    const std::size_t own = rest.size();
    rest.insert(rest.end(), 9, 0xEE);
    EXPECT_EQ(joiner.take({2, 0}, rest), own);
    ASSERT_EQ(joiner.state(), Joiner::State::whole);
    const Buffer value = joiner.value();
    EXPECT_TRUE(std::equal(value.captured.begin(), value.captured.end(), unit.begin() + 4, unit.end()));
    EXPECT_EQ(value.reported, 20U);
  }
}

TEST(Joiner, KnowsNothingOfAValueWhoseLengthIsNotThere) {
  const Bytes unit = unit_of(8);
  Joiner joiner;
  joiner.begin({1, 0}, std::span(unit).first(3), ByteOrder::little);
  EXPECT_EQ(joiner.value().reported, 0U);
  EXPECT_EQ(joiner.take({2, 0}, std::span(unit).subspan(3, 1)), 1U);
  EXPECT_EQ(joiner.value().reported, 8U);
  EXPECT_TRUE(joiner.value().captured.empty());
}

TEST(Joiner, GivesUpLengthsThatNoEncoderSends) {
  for (const Bytes& prefix : {Bytes{0, 0, 0, 0}, Bytes{9, 0, 0, 0}, Bytes{0, 0, 0, 2}}) {
    Joiner joiner;
    joiner.begin({1, 0}, prefix, ByteOrder::little);
    EXPECT_EQ(joiner.state(), Joiner::State::impossible);
  }
}

TEST(Joiner, ReadsLengthsInTheOrderOfTheStream) {
  const Bytes prefix = {0, 0, 0, 8, 2};
  Joiner joiner;
  joiner.begin({1, 0}, prefix, ByteOrder::big);
  EXPECT_EQ(joiner.value().reported, 8U);
}

TEST(Joiner, FollowsAUnitLongerThanItHolds) {
  constexpr std::uint32_t size = 3U << 20;
  const Bytes unit = unit_of(size);
  Joiner joiner;
  joiner.begin({1, 0}, std::span(unit).first(100), ByteOrder::little);
  for (std::size_t at = 100; at < unit.size(); at += 60000) {
    ASSERT_TRUE(joiner.is_open());
    joiner.take({2, static_cast<std::uint32_t>(at)},
                std::span(unit).subspan(at, std::min<std::size_t>(60000, unit.size() - at)));
  }
  ASSERT_EQ(joiner.state(), Joiner::State::whole);
  EXPECT_LE(joiner.value().captured.size(), Joiner::most_held);
  EXPECT_EQ(joiner.value().reported, size);
  JoinedUnits joined;
  joined.keep(joiner);
  ASSERT_NE(joined.find({2, 100}), nullptr);
  EXPECT_EQ(joined.find({2, 100})->whole, nullptr);
}

TEST(Joiner, GivesUpAUnitOfTooManyParts) {
  const Bytes unit = unit_of(20000);
  Joiner joiner;
  joiner.begin({1, 0}, std::span(unit).first(4), ByteOrder::little);
  std::uint32_t parts = 1;
  for (; joiner.is_open(); ++parts) joiner.take({2, parts}, std::span(unit).subspan(3 + parts, 1));
  EXPECT_EQ(joiner.state(), Joiner::State::impossible);
  EXPECT_EQ(parts, 8193U);
}

TEST(Joiner, IsDueOnceForEachDoubling) {
  const Bytes unit = unit_of(4096);
  Joiner joiner;
  joiner.begin({1, 0}, std::span(unit).first(8), ByteOrder::little);
  int due = 0;
  for (std::size_t at = 8; at < 4096; at += 8) {
    joiner.take({2, static_cast<std::uint32_t>(at)}, std::span(unit).subspan(at, 8));
    due += joiner.is_due() ? 1 : 0;
  }
  EXPECT_GT(due, 5);
  EXPECT_LT(due, 12);
}

TEST(JoinedUnits, ReportTheContentOfEachSegment) {
  const Bytes unit = unit_of(20);
  const std::span all(unit);
  Joiner joiner;
  joiner.begin({5, 1}, all.first(6), ByteOrder::little);
  joiner.take({7, 2}, all.subspan(6, 10));
  joiner.take({9, 3}, all.subspan(16));
  JoinedUnits joined;
  joined.keep(joiner);
  EXPECT_EQ(joiner.state(), Joiner::State::none);

  const Edges* first = joined.find({5, 1});
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->front, 0U);
  EXPECT_EQ(first->tail, 6U);
  EXPECT_EQ(first->tail_ends_in, 9U);
  const Edges* middle = joined.find({7, 2});
  ASSERT_NE(middle, nullptr);
  EXPECT_EQ(middle->front, 10U);
  EXPECT_EQ(middle->front_begins_in, 5U);
  EXPECT_EQ(middle->whole, nullptr);
  const Edges* last = joined.find({9, 3});
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->front, 8U);
  ASSERT_NE(last->whole, nullptr);
  EXPECT_EQ(*last->whole, unit);
  EXPECT_EQ(joined.find({9, 4}), nullptr);
}

TEST(JoinedUnits, Are65536PartsAtMost) {
  JoinedUnits joined;
  const Bytes unit = unit_of(8);
  for (std::uint32_t i = 0; i != 32769; ++i) {
    Joiner joiner;
    joiner.begin({i, 0}, std::span(unit).first(6), ByteOrder::little);
    joiner.take({i, 1}, std::span(unit).subspan(6));
    joined.keep(joiner);
  }
  EXPECT_NE(joined.find({32767, 0}), nullptr);
  EXPECT_NE(joined.find({32767, 1}), nullptr);
  EXPECT_EQ(joined.find({32768, 0}), nullptr);
}

TEST(JoinedUnits, AreForgottenBeyondTheirLimit) {
  JoinedUnits joined;
  const Bytes unit = unit_of(1000000 / 4 * 4);
  std::size_t kept = 0;
  for (std::uint32_t i = 0; i < 20; ++i) {
    Joiner joiner;
    joiner.begin({i, 0}, std::span(unit).first(10), ByteOrder::little);
    joiner.take({i, 1}, std::span(unit).subspan(10));
    joined.keep(joiner);
    const Edges* edges = joined.find({i, 1});
    ASSERT_NE(edges, nullptr);
    kept += edges->whole != nullptr ? 1 : 0;
  }
  EXPECT_GE(kept, 3U);
  EXPECT_LT(kept, 8U);
}

}  // namespace
}  // namespace godot::analysis::values
