// SPDX-License-Identifier: MIT
// What a capture of both sides shows of one direction.
#include "answers/questions/connections/one_way_times.h"

#include <gtest/gtest.h>

#include "base/time.h"

namespace godot::analysis::streams {
namespace {

TEST(Transits, CountDatagramsUntilOneIsUnknown) {
  Transit transit;
  EXPECT_FALSE(transit.is_known());
  transit.sent(Arrival::unknown);
  EXPECT_FALSE(transit.is_known()) << "nothing has begun";
  for (const Arrival arrival : {Arrival::arrived, Arrival::lost, Arrival::arrived, Arrival::arrived}) {
    transit.sent(arrival);
    transit.carried_first(arrival);
  }
  EXPECT_EQ(transit.datagrams(), 4U);
  EXPECT_EQ(transit.lost(), 1U);
  EXPECT_DOUBLE_EQ(transit.loss(), 0.25);
  EXPECT_EQ(transit.firsts(), 4U);
  EXPECT_EQ(transit.firsts_lost(), 1U);
  transit.carried_first(Arrival::unknown);
  transit.sent(Arrival::unknown);
  transit.sent(Arrival::lost);
  transit.carried_first(Arrival::lost);
  EXPECT_EQ(transit.datagrams(), 4U) << "those behind it that arrived are known sooner";
  EXPECT_EQ(transit.lost(), 1U);
  EXPECT_EQ(transit.firsts(), 4U);
  EXPECT_EQ(transit.firsts_lost(), 1U);
}

/// Datagrams that are held back together come out together: those a tenth of a second apart are one standstill.
TEST(Transits, StandstillsAreApart) {
  Transit transit;
  facts::Time now = second;
  transit.arrived(now, 20 * millisecond);
  EXPECT_EQ(transit.longest_standstill(), 0);
  transit.arrived(now, 269 * millisecond);
  EXPECT_EQ(transit.standstills(), 0U) << "249 ms more than the shortest";
  EXPECT_EQ(transit.longest_standstill(), 0);
  transit.arrived(now, 270 * millisecond);
  EXPECT_EQ(transit.standstills(), 1U);
  EXPECT_DOUBLE_EQ(transit.longest_standstill(), 0.25);
  transit.arrived(now += 100 * millisecond, 520 * millisecond);
  EXPECT_EQ(transit.standstills(), 1U);
  EXPECT_DOUBLE_EQ(transit.longest_standstill(), 0.5);
  transit.arrived(now += 101 * millisecond, 300 * millisecond);
  EXPECT_EQ(transit.standstills(), 2U);
  EXPECT_DOUBLE_EQ(transit.times().least(), 20);
  EXPECT_DOUBLE_EQ(transit.times().most(), 520);
}

}  // namespace
}  // namespace godot::analysis::streams
