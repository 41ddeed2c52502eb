// SPDX-License-Identifier: MIT
// Detects programs that do not poll, over TCP. The messages are made here; tests/dissection/test_faults.py has an
// engine's captures.
#include "analysis/link/silence.h"
#include "base/time.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

constexpr std::uint32_t whole_window = 65536;

/// Both ends send 30 bytes every 20 ms; then end 0 is silent, and end 1 is not.
class Silences : public testing::Test {
 protected:
  void both(int times) {
    for (int i = 0; i != times; ++i) {
      now += 20 * millisecond;
      send(0);
      send(1);
    }
  }
  bool send(std::size_t end) {
    const bool silent = polling.add_message(end, ++frame, now, 30, silence);
    polling.add_segment(end, now, whole_window);
    return silent;
  }
  /// End 1 continues alone. `answered`: the TCP of end 0 acknowledges; `shrinks`: its window becomes smaller each time.
  void one(std::int64_t lasting, bool answered, bool shrinks) {
    std::uint32_t window = whole_window;
    for (const std::int64_t end = now + lasting; now < end; now += 20 * millisecond) {
      polling.add_message(1, ++frame, now, 30, silence);
      window -= shrinks ? 30 : 0;
      if (answered) polling.add_segment(0, now, window);
    }
  }

  Polling polling;
  Silence silence;
  std::int64_t now = second;
  std::uint32_t frame = 0;
};

TEST_F(Silences, OfASecondWhileTcpAnswersAreReported) {
  both(30);
  const std::uint32_t last = frame - 1;
  one(1500 * millisecond, true, false);
  ASSERT_TRUE(send(0));
  EXPECT_EQ(silence.last, last);
  EXPECT_NEAR(static_cast<double>(silence.until - silence.since), 1.5 * second, 0.03 * second);
  EXPECT_NEAR(static_cast<double>(silence.every), 20 * millisecond, millisecond);
  EXPECT_TRUE(silence.is_of_its_end());
  EXPECT_FALSE(silence.is_certain()) << "it may have had nothing to say";
}

TEST_F(Silences, WithAFallingWindowAreCertain) {
  both(30);
  one(1500 * millisecond, true, true);
  ASSERT_TRUE(send(0));
  EXPECT_TRUE(silence.is_certain());
  EXPECT_GE(silence.fell, 75 * 30U);
}

TEST_F(Silences, UntilTheCaptureEndsAreThoseOfAnEndThatStands) {
  both(30);
  const std::uint32_t last = frame - 1;
  EXPECT_FALSE(polling.stands(0, silence)) << "it has just spoken";
  one(1500 * millisecond, true, true);
  EXPECT_FALSE(polling.stands(1, silence)) << "this one speaks";
  ASSERT_TRUE(polling.stands(0, silence));
  EXPECT_TRUE(silence.lasts);
  EXPECT_EQ(silence.last, last);
  EXPECT_EQ(polling.last_frame(0), last);
  EXPECT_NEAR(static_cast<double>(silence.until - silence.since), 1.5 * second, 0.03 * second);
  EXPECT_TRUE(silence.is_certain());
  polling.add_segment(0, now, whole_window);
  ASSERT_TRUE(polling.stands(0, silence));
  EXPECT_FALSE(silence.is_certain()) << "it has read all at last";
}

/// A process that is ended frees what it has not read, and its reset offers nothing.
TEST_F(Silences, UntilTheConnectionEndsAreNotJudgedByItsLastSegments) {
  both(30);
  one(1500 * millisecond, true, true);
  polling.add_segment(0, now, whole_window);
  polling.end();
  polling.add_segment(0, now, 0);
  ASSERT_TRUE(polling.stands(0, silence));
  EXPECT_TRUE(silence.is_certain());
  EXPECT_GE(silence.fell, 70 * 30U);
  EXPECT_LE(silence.fell, 75 * 30U);
}

TEST_F(Silences, UntilTheCaptureEndsNeedAnEndThatSpokeOften) {
  both(20);
  one(1500 * millisecond, true, true);
  EXPECT_FALSE(polling.stands(0, silence)) << "20 messages are not enough";
  Polling seldom;
  for (int i = 0; i != 30; ++i) {
    now += 150 * millisecond;
    seldom.add_message(0, ++frame, now, 30, silence);
  }
  seldom.add_segment(1, now + 2 * second, whole_window);
  EXPECT_FALSE(seldom.stands(0, silence));
}

TEST_F(Silences, OfTheWholeLinkAreNotReported) {
  both(30);
  one(1500 * millisecond, false, false);
  ASSERT_TRUE(send(0));
  EXPECT_FALSE(silence.is_of_its_end());
}

TEST_F(Silences, OfBothEndsAreNotReported) {
  both(30);
  now += 2 * second;
  ASSERT_TRUE(send(0));
  EXPECT_FALSE(silence.is_of_its_end());
}

/// Its system slept, or its link was out: its TCP answers as soon as it goes on.
TEST_F(Silences, InWhichItsTcpIsSilentTooAreNotReported) {
  both(30);
  one(1500 * millisecond, false, false);
  polling.add_segment(0, now, whole_window);
  now += 10 * millisecond;
  ASSERT_TRUE(send(0));
  EXPECT_GE(silence.mute, 1500 * millisecond);
  EXPECT_FALSE(silence.is_of_its_end());
}

/// The capture, its clock or the machine stood still: then TCP's answer comes with the first data.
TEST_F(Silences, InWhichBothEndsAreSilentForLongAreNotReported) {
  both(30);
  one(200 * millisecond, true, false);
  now += 2 * second;
  one(300 * millisecond, true, false);
  ASSERT_TRUE(send(0));
  EXPECT_FALSE(silence.is_of_its_end());
}

TEST_F(Silences, OfEndsThatSendSeldomAreNotReported) {
  for (int i = 0; i != 30; ++i) {
    now += 400 * millisecond;
    send(0);
    send(1);
  }
  one(1500 * millisecond, true, true);
  EXPECT_FALSE(send(0));
}

TEST_F(Silences, BelowASecondAreNotReported) {
  both(30);
  one(900 * millisecond, true, true);
  EXPECT_FALSE(send(0));
}

}  // namespace
}  // namespace godot::analysis
