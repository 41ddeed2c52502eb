// SPDX-License-Identifier: MIT
// Ends of TCP from which nothing comes for a time. The segments are made here; tests/dissection/test_sleeps.py has
// engines' captures.
#include "analysis/tcp_ends/sleeps.h"

#include <gtest/gtest.h>

#include <utility>

namespace godot::analysis::tcp_ends {
namespace {

constexpr std::uint32_t message = 30;
constexpr Nanoseconds every = 50 * millisecond;

/// Both ends send a message every 50 ms.
class Sleeps : public testing::Test {
 protected:
  bool send(std::uint32_t size = message) {
    const bool is_found = sleeper.sent(++frame, now, size, sleep);
    said = said || is_found;
    return is_found;
  }
  void hear(bool is_new = true) {
    ++frame;
    sleeper.received(now, is_new);
  }
  void both(int times) {
    for (int i = 0; i != times; ++i) {
      now += every;
      send();
      hear();
    }
  }
  /// The other end alone; from half a second on it repeats now and then.
  void other(Nanoseconds time, bool is_acknowledged = false) {
    const Nanoseconds begin = now;
    for (int i = 1; now - begin < time; ++i) {
      now += every;
      hear(i % 10 != 0);
      if (is_acknowledged) send(0);
    }
  }

  Sleeper sleeper;
  Sleep sleep;
  Nanoseconds now = second;
  std::uint32_t frame = 0;
  bool said = false;
};

TEST_F(Sleeps, NothingComesAndNothingIsMadeUpFor) {
  both(40);
  const std::uint32_t last = frame - 1;
  other(4 * second);
  now += every;
  send(0);
  const std::uint32_t first = frame;
  both(7);
  EXPECT_FALSE(said) << "what it sends late may still come";
  both(4);
  ASSERT_TRUE(said);
  EXPECT_EQ(sleep.last, last);
  EXPECT_EQ(sleep.first, first);
  EXPECT_EQ(sleep.repeated, 8U);
  EXPECT_NEAR(static_cast<double>(sleep.length), 4.05 * second, 0.01 * second);
  EXPECT_NEAR(static_cast<double>(sleep.every), 0.05 * second, 0.01 * second);
}
TEST_F(Sleeps, AFewStepsAreMadeUpFor) {
  both(40);
  other(4 * second);
  for (int i = 0; i != 8; ++i) send();
  both(12);
  EXPECT_TRUE(said);
}
TEST_F(Sleeps, WhatTheCaptureLacksHasBeenSent) {
  both(40);
  other(4 * second);
  now += every;
  send();
  sleeper.sent_unseen(80 * message);
  both(12);
  EXPECT_FALSE(said);
}
TEST_F(Sleeps, AProgramThatRanSendsWhatItHasWrittenAfterAnOutage) {
  both(40);
  other(4 * second);
  now += every;
  send(0);
  now += second;  // until its system tries again
  send(1400);
  send(1120);
  both(12);
  EXPECT_FALSE(said);
}
TEST_F(Sleeps, AnAcknowledgementMeanwhileShowsThatItsSystemRuns) {
  both(40);
  other(4 * second, true);
  both(12);
  EXPECT_FALSE(said);
}
TEST_F(Sleeps, ASilentOtherEndShowsNothing) {
  both(40);
  now += 3600 * millisecond;
  hear(false);
  now += 400 * millisecond;
  both(12);
  EXPECT_FALSE(said) << "who captures may have stood still";
}
TEST_F(Sleeps, WithoutARepetitionNothingWasMissed) {
  both(40);
  for (int i = 0; i != 80; ++i) {
    now += every;
    hear();
  }
  both(12);
  EXPECT_FALSE(said);
}
TEST_F(Sleeps, AnEndThatSeldomSendsMayHaveNothingToSay) {
  for (int i = 0; i != 40; ++i) {
    now += every;
    hear();
    if (i % 8 == 0) send();
  }
  other(4 * second);
  both(12);
  EXPECT_FALSE(said);
}
/// How often it sends is not learned from a pause of both.
TEST_F(Sleeps, APauseOfBothBeforeChangesNothing) {
  both(40);
  now += 3 * second;
  both(10);
  other(4 * second);
  both(12);
  ASSERT_TRUE(said);
  EXPECT_NEAR(static_cast<double>(sleep.every), 0.05 * second, 0.01 * second);
}
TEST_F(Sleeps, LessThanASecondIsNothing) {
  both(40);
  other(900 * millisecond);
  both(12);
  EXPECT_FALSE(said);
}
/// It would have sent 88 messages of 30 bytes in 4.4 s, of which two thirds are 1760: 240 come in steps, the rest late.
TEST_F(Sleeps, LessThanTwoThirdsOfWhatItWouldHaveSentIsTooLittle) {
  for (const auto& [late, has_slept] : {std::pair(1480U, true), std::pair(1560U, false)}) {
    sleeper = {};
    said = false;
    both(60);
    other(4 * second);
    send(late);
    both(12);
    EXPECT_EQ(said, has_slept) << late;
  }
}
TEST_F(Sleeps, HowOftenItSendsIsKnownAfterTwentyMessages) {
  for (const int messages : {20, 21}) {
    sleeper = {};
    said = false;
    both(messages);
    other(4 * second);
    both(12);
    EXPECT_EQ(said, messages == 21) << messages;
  }
}
TEST_F(Sleeps, FromASecondOn) {
  for (const Nanoseconds length : {second - millisecond, second}) {
    sleeper = {};
    said = false;
    both(40);
    const Nanoseconds begin = now;
    other(length - every - millisecond);
    now = begin + length;
    send();
    both(12);
    EXPECT_EQ(said, length == second) << length;
  }
}
/// It is asked for half a second at least: the other end's first message after its last one.
TEST_F(Sleeps, AnEndThatIsAskedForAShortTimeMayNotHaveGotIt) {
  for (const Nanoseconds asked : {second / 2 - millisecond, second / 2}) {
    sleeper = {};
    said = false;
    both(40);
    send();
    const Nanoseconds begin = now;
    now = begin + 600 * millisecond;
    hear();
    now = begin + 600 * millisecond + asked;
    hear(false);
    send();
    both(12);
    EXPECT_EQ(said, asked == second / 2) << asked;
  }
}
/// Whoever captures stood still if the other end, too, was silent for more than three quarters of the time.
TEST_F(Sleeps, ASilenceOfBothForMostOfTheTimeShowsNothing) {
  for (const Nanoseconds quiet : {3 * second, 3 * second + 4 * millisecond}) {
    sleeper = {};
    said = false;
    both(40);
    const Nanoseconds begin = now;
    now = begin + quiet;
    hear(false);
    while (now < begin + 4 * second - every) {
      now += every;
      hear();
    }
    now = begin + 4 * second;
    send();
    both(12);
    EXPECT_EQ(said, quiet == 3 * second) << quiet;
  }
}
/// It is judged for messages at least every 100 ms.
TEST_F(Sleeps, HowOftenIsOften) {
  for (const Nanoseconds interval : {98 * millisecond, 103 * millisecond}) {
    sleeper = {};
    said = false;
    const auto goes_on = [&](int times) {
      for (int i = 0; i != times; ++i) {
        now += interval;
        send();
        hear();
      }
    };
    goes_on(80);
    other(4 * second);
    goes_on(12);
    EXPECT_EQ(said, interval < 100 * millisecond) << interval;
  }
}
/// A program that was quiet for more than a second before has nothing to say.
TEST_F(Sleeps, AnEndThatOnlyAcknowledgedBeforeMayHaveNothingToSay) {
  for (const Nanoseconds quiet : {Nanoseconds{0}, second, second + every}) {
    sleeper = {};
    said = false;
    both(40);
    other(quiet, true);
    other(4 * second);
    both(12);
    EXPECT_EQ(said, quiet <= second) << quiet;
  }
}
/// Within 400 ms after it goes on, what it has written before comes.
TEST_F(Sleeps, WhatComesWithinALittleTimeIsLate) {
  for (const Nanoseconds after : {400 * millisecond, 401 * millisecond}) {
    sleeper = {};
    said = false;
    both(40);
    other(4 * second);
    now += every;
    send();
    const Nanoseconds resumed = now;
    now = resumed + after;
    EXPECT_EQ(send(), after > 400 * millisecond) << after;
  }
}
TEST_F(Sleeps, EachIsFound) {
  both(40);
  for (int i = 0; i != 3; ++i) {
    said = false;
    other(2 * second);
    both(12);
    EXPECT_TRUE(said) << i;
  }
}

}  // namespace
}  // namespace godot::analysis::tcp_ends
