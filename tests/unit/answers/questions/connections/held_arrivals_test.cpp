// SPDX-License-Identifier: MIT
// Where a link stood still, beside the receiver: times made by hand.
#include "answers/questions/connections/held_arrivals.h"

#include <gtest/gtest.h>

#include "base/time.h"

namespace godot::analysis::streams {
namespace {

/// States every 20 ms; then nothing for `pause`, and `burst` states within a few milliseconds. The other end's last
/// datagram came in that pause, `other` after its begin.
HeldArrivals held(facts::Time pause, std::uint32_t burst, facts::Time other, int before = 30) {
  HeldArrivals arrivals;
  facts::Time now = second;
  for (int i = 0; i != before; ++i) arrivals.add(now += 20 * millisecond, second);
  const facts::Time begin = now;
  now += pause;
  for (std::uint32_t i = 0; i != burst; ++i) arrivals.add(now += i == 0 ? 0 : millisecond, begin + other);
  return arrivals;
}

TEST(HeldArrivals, AQuarterOfASecondIsAPause) {
  const HeldArrivals arrivals = held(250 * millisecond, 15, 200 * millisecond);
  EXPECT_EQ(arrivals.count(), 1U);
  EXPECT_EQ(arrivals.longest(), 250 * millisecond);
  EXPECT_EQ(held(249 * millisecond, 15, 200 * millisecond).count(), 0U);
}

/// A program that stood still makes up for some steps of its physics, too.
TEST(HeldArrivals, ElevenAtOnceShowNothing) {
  EXPECT_EQ(held(250 * millisecond, 12, 200 * millisecond).count(), 1U);
  EXPECT_EQ(held(250 * millisecond, 11, 200 * millisecond).count(), 0U);
}

/// In a second, a sender of 50 a second sends 50.
TEST(HeldArrivals, HalfOfWhatIsSentMeanwhile) {
  EXPECT_EQ(held(second, 20, 800 * millisecond).count(), 0U) << "too few, and later ones come one by one";
  EXPECT_EQ(held(900 * millisecond, 21, 800 * millisecond).count(), 0U);
  EXPECT_EQ(held(600 * millisecond, 16, 400 * millisecond).count(), 1U);
}

TEST(HeldArrivals, TheOtherEndGoesOn) {
  EXPECT_EQ(held(400 * millisecond, 15, 200 * millisecond).count(), 1U) << "for half of the time";
  EXPECT_EQ(held(400 * millisecond, 15, 199 * millisecond).count(), 0U);
}

TEST(HeldArrivals, TheUsualIntervalIsKnownFirst) {
  EXPECT_EQ(held(250 * millisecond, 15, 200 * millisecond, 20).count(), 1U);
  EXPECT_EQ(held(250 * millisecond, 15, 200 * millisecond, 19).count(), 0U);
}

}  // namespace
}  // namespace godot::analysis::streams
