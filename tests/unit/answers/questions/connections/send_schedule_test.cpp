// SPDX-License-Identifier: MIT
// How regularly an end sends: the period that most of its intervals have.
#include "answers/questions/connections/send_schedule.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/time.h"

namespace godot::analysis::streams {
namespace {

using Intervals = std::vector<facts::Time>;

/// So many intervals of a length, in milliseconds.
Intervals times(std::size_t count, facts::Time length) { return Intervals(count, length); }
Intervals operator+(Intervals one, const Intervals& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// A message at the beginning, and one after each interval. The sender is silent for `silent` of it.
Series series_of(const Intervals& intervals, facts::Time silent = 1000) {
  Series series(0);
  facts::Time now = second;
  series.add(now, 0);
  for (const facts::Time interval : intervals) series.add(now += interval * millisecond, silent * millisecond);
  return series;
}

TEST(Quantile, IsTheValueAtItsPlace) {
  EXPECT_EQ(quantile({}, 0.5), 0);
  EXPECT_EQ(quantile({7}, 0.95), 7);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.5), 3);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2) << "the lower one of two";
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0), 1);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 1), 5);
  std::vector<float> many;
  for (int i = 20; i >= 0; --i) many.push_back(static_cast<float>(i));
  EXPECT_EQ(quantile(many, 0.95), 19);
}

TEST(Series, WhatIsSentAtOnceIsOneTick) {
  Series series(3);
  series.add(second, 0);
  series.add(second + millisecond, 0);
  series.add(second + 2 * millisecond - 1, 0);
  EXPECT_EQ(series.count(), 0U);
  series.add(second + 2 * millisecond, 5 * millisecond);
  series.add(second + 52 * millisecond, 20 * millisecond);
  EXPECT_EQ(series.intervals(), (std::vector<float>{2, 50}));
  EXPECT_EQ(series.silences(), (std::vector<float>{2, 20})) << "no longer than the interval";
  EXPECT_EQ(series.messages(), 5U);
  EXPECT_EQ(series.number(), 3U);
}

TEST(Schedules, NeedTwentyIntervals) {
  EXPECT_FALSE(schedule_of(series_of(times(19, 50))).known);
  const Schedule found = schedule_of(series_of(times(20, 50)));
  EXPECT_TRUE(found.known);
  EXPECT_EQ(found.middle, 50);
  EXPECT_EQ(found.longest, 50);
  EXPECT_EQ(found.tick.count(), 20U);
  EXPECT_DOUBLE_EQ(found.tick.mean(), 50);
  EXPECT_FALSE(found.is_uneven());
  EXPECT_FALSE(found.lacks_states);
}

/// Six of ten are near the one in the middle: not more than six tenths from it.
TEST(Schedules, MostIntervalsAreNearTheMiddle) {
  EXPECT_TRUE(schedule_of(series_of(times(12, 50) + times(8, 200))).known);
  EXPECT_FALSE(schedule_of(series_of(times(11, 50) + times(9, 200))).known);
  EXPECT_TRUE(schedule_of(series_of(times(11, 50) + times(9, 80))).known);
  EXPECT_FALSE(schedule_of(series_of(times(11, 50) + times(9, 81))).known);
  EXPECT_TRUE(schedule_of(series_of(times(9, 20) + times(11, 50))).known);
  EXPECT_FALSE(schedule_of(series_of(times(9, 19) + times(11, 50))).known);
}

/// A twentieth of the silences is longer than twice the period.
TEST(Schedules, UnevenOnes) {
  EXPECT_TRUE(schedule_of(series_of(times(38, 50) + times(3, 101))).is_uneven());
  EXPECT_FALSE(schedule_of(series_of(times(38, 50) + times(3, 100))).is_uneven());
  EXPECT_FALSE(schedule_of(series_of(times(39, 50) + times(2, 101))).is_uneven()) << "fewer than a twentieth";
  EXPECT_FALSE(schedule_of(series_of(times(38, 50) + times(3, 200), 60)).is_uneven()) << "it sent something else";
}

/// A sender that stood still sends fewer than its period asks for; a network that held them back hands on all.
TEST(Schedules, StatesThatWereNotSent) {
  EXPECT_TRUE(schedule_of(series_of(times(15, 50) + times(5, 150))).lacks_states);
  EXPECT_FALSE(schedule_of(series_of(times(19, 50) + times(1, 150))).lacks_states) << "one tenth";
  Series held = series_of(times(15, 50) + times(5, 150));
  const facts::Time now = second + 1500 * millisecond;
  for (int i = 0; i != 10; ++i) held.add(now, 0);
  EXPECT_FALSE(schedule_of(held).lacks_states);
}

}  // namespace
}  // namespace godot::analysis::streams
