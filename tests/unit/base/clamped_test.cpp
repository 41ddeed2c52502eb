// SPDX-License-Identifier: MIT
// Numbers from outside that arithmetic bears.
#include "base/clamped.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace {

using godot::analysis::after;
using godot::analysis::most_time;
using godot::analysis::saturated;

TEST(Clamped, RealsBecomeTheNearestWholeNumber) {
  EXPECT_EQ(saturated<std::uint32_t>(2.9), 2U);
  EXPECT_EQ(saturated<std::uint32_t>(-2.9), 0U);
  EXPECT_EQ(saturated<std::uint32_t>(1e12), UINT32_MAX);
  EXPECT_EQ(saturated<std::int64_t>(-1e300), INT64_MIN);
  EXPECT_EQ(saturated<std::int64_t>(9.3e18), INT64_MAX);
  EXPECT_EQ(saturated<std::int32_t>(std::numeric_limits<double>::infinity()), INT32_MAX);
  EXPECT_EQ(saturated<std::int32_t>(std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(Clamped, TheDifferenceOfTwoTimesFits) { EXPECT_LE(most_time, INT64_MAX - most_time); }

TEST(Clamped, ATimeAfterTheLastOneIsTheLastOne) {
  EXPECT_EQ(after(most_time, 2 * most_time), INT64_MAX);
  EXPECT_EQ(after(most_time, 1), most_time + 1);
  EXPECT_EQ(after(0, -2 * most_time), -2 * most_time);
}

}  // namespace
