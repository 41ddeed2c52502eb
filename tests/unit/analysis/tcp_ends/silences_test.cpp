// SPDX-License-Identifier: MIT
// Which ends of a connection after silence are a rule: of a length that a timer has, or that comes again.
#include "analysis/tcp_ends/silences.h"

#include <gtest/gtest.h>

namespace godot::analysis::tcp_ends {
namespace {

constexpr Nanoseconds ms = millisecond;

/// What is known of an end after a silence of this length, at this time.
struct Silent {
  Nanoseconds length = 0;
  Nanoseconds time = 0;
  bool by_client = false;
  bool is_reset = false;
  bool is_first_after = false;
};

class Silence : public testing::Test {
 protected:
  bool add(const Silent& silent) {
    ending = {};
    ending.length = silent.length;
    ending.by_client = silent.by_client;
    ending.is_reset = silent.is_reset;
    ending.is_first_after = silent.is_first_after;
    return silences.add(ending, silent.time, ++frame);
  }
  bool first(const Silent& silent) {
    silences.forget();
    return add(silent);
  }

  Silences silences;
  Ending ending;
  std::uint32_t frame = 0;
};

/// A timer fires up to 100 ms late; the clock of the capture may let it seem 20 ms early.
TEST_F(Silence, OfWholeSecondsIsATimers) {
  EXPECT_TRUE(first({.length = 5 * second}));
  EXPECT_TRUE(ending.is_whole);
  EXPECT_TRUE(first({.length = 5 * second + 100 * ms}));
  EXPECT_FALSE(first({.length = 5 * second + 100 * ms + 1}));
  EXPECT_FALSE(ending.is_whole);
  EXPECT_TRUE(first({.length = 5 * second - 20 * ms}));
  EXPECT_FALSE(first({.length = 5 * second - 20 * ms - 1}));
  EXPECT_FALSE(first({.length = 5 * second + 500 * ms}));
}

TEST_F(Silence, OfHalfAMinuteIsOneOfAnyLength) {
  EXPECT_TRUE(first({.length = 30 * second + 500 * ms}));
  EXPECT_FALSE(ending.is_whole);
  EXPECT_FALSE(first({.length = 29 * second + 500 * ms}));
  EXPECT_TRUE(first({.length = 30 * second + 101 * ms}));
}

/// A player who leaves ends its connection whenever it wants.
TEST_F(Silence, ThatAClientEndsIsNone) {
  EXPECT_FALSE(first({.length = 5 * second, .by_client = true}));
  EXPECT_FALSE(first({.length = 60 * second, .by_client = true}));
  EXPECT_TRUE(first({.length = 5 * second, .by_client = true, .is_reset = true}));
  EXPECT_TRUE(first({.length = 5 * second + 500 * ms, .by_client = true, .is_first_after = true}));
}

/// Of the same length up to 100 ms, a second or more later.
TEST_F(Silence, ThatComesAgainIsARule) {
  constexpr Nanoseconds length = 7 * second + 400 * ms;
  const auto again = [this](const Silent& one, const Silent& other) {
    EXPECT_FALSE(first(one));
    const bool is_said = add(other);
    EXPECT_EQ(ending.same_in, is_said ? frame - 1 : 0U);
    EXPECT_FALSE(ending.has_two_sides);
    return is_said;
  };
  const Silent one = {.length = length, .time = 100 * second};
  EXPECT_TRUE(again(one, {.length = length, .time = 101 * second}));
  EXPECT_FALSE(again(one, {.length = length, .time = 101 * second - 1}));
  EXPECT_TRUE(again(one, {.length = length + 100 * ms, .time = 120 * second}));
  EXPECT_TRUE(again(one, {.length = length - 100 * ms, .time = 120 * second}));
  EXPECT_FALSE(again(one, {.length = length + 100 * ms + 1, .time = 120 * second}));
  EXPECT_FALSE(again(one, {.length = length - 100 * ms - 1, .time = 120 * second}));
  EXPECT_FALSE(again(one, {.length = length, .time = 120 * second, .by_client = true}));
  EXPECT_FALSE(
      again({.length = length, .time = 100 * second, .by_client = true}, {.length = length, .time = 120 * second}));
}

/// A proxy ends both its connections at once: to its client as a server does, and to its server as a client.
TEST_F(Silence, OfBothSidesOfAProxyIsOne) {
  constexpr Nanoseconds length = 7 * second + 400 * ms;
  const auto both = [this](Nanoseconds later, bool first_is_clients, bool second_is_clients) {
    EXPECT_FALSE(first({.length = length, .time = 100 * second, .by_client = first_is_clients}));
    const bool is_said = add({.length = length, .time = 100 * second + later, .by_client = second_is_clients});
    EXPECT_EQ(ending.has_two_sides, is_said);
    return is_said;
  };
  EXPECT_TRUE(both(0, true, false));
  EXPECT_TRUE(both(100 * ms, true, false));
  EXPECT_TRUE(both(100 * ms, false, true));
  EXPECT_FALSE(both(100 * ms + 1, true, false));
  EXPECT_FALSE(both(0, true, true));
  EXPECT_FALSE(both(0, false, false)) << "two players whom one reason ends";
}

/// The last 64 are remembered.
TEST_F(Silence, AreForgottenBehindManyOthers) {
  constexpr Nanoseconds length = 7 * second + 400 * ms;
  for (const int others : {63, 64}) {
    first({.length = length, .time = 100 * second});
    for (int i = 0; i != others; ++i) add({.length = (i + 10) * second + 700 * ms, .time = 100 * second});
    EXPECT_EQ(add({.length = length, .time = 900 * second}), others == 63) << others;
  }
}

}  // namespace
}  // namespace godot::analysis::tcp_ends
