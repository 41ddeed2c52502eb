// SPDX-License-Identifier: MIT
// Waits of TCP at the times and numbers where they are decided, each with the last value on both sides.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "analysis/tcp_ends/waits.h"
#include "base/time.h"

namespace godot::analysis::tcp_ends {
namespace {

constexpr Nanoseconds ms = millisecond;

/// All that is known of segments that waited.
std::string text_of(const HeldSegments& held) {
  return std::to_string(held.count) + " of " + std::to_string(held.bytes) + " bytes, frames " +
         std::to_string(held.first) + " to " + std::to_string(held.last) + ", " + std::to_string(held.longest / ms) +
         " ms, missed " + std::to_string(held.missed) + ", filled " + std::to_string(held.filled);
}

/// Segments of 10 bytes, by their number from 0 on.
class Line {
 public:
  void sent(Nanoseconds at, std::uint32_t number, std::uint32_t size = 10) {
    line.sent({.frame = ++frame, .time = at, .sequence = base + number * 10, .size = size});
  }
  /// What is acknowledged: all before this number.
  std::string answered(Nanoseconds at, std::uint32_t number, std::uint32_t window = 1000, std::uint32_t size = 0) {
    HeldSegments held;
    const SegmentHead answer = {
        .frame = ++frame, .time = at, .acknowledged = base + number * 10, .window = window, .size = size};
    return line.answered(answer, held) ? text_of(held) : "";
  }

  HeadOfLine line;
  std::uint32_t base = 0xffffffec;  // numbers turn over at the third segment
  std::uint32_t frame = 0;
};

/// Segment 1 is lost; 2 and 3 wait from `second` on until it comes again, 100 ms later or a little less.
TEST(WaitBorders, SegmentsBehindALostOneWaitFor100Milliseconds) {
  const auto said = [](Nanoseconds filled_at) {
    Line line;
    line.sent(0, 0);
    EXPECT_EQ(line.answered(1, 1), "");
    line.sent(second, 1);
    line.sent(second + 10 * ms, 2);
    EXPECT_EQ(line.answered(second + 11 * ms, 1), "");
    line.sent(second + 20 * ms, 3);
    line.sent(filled_at, 1);
    return line.answered(filled_at + ms, 4);
  };
  EXPECT_EQ(said(second + 110 * ms), "2 of 20 bytes, frames 4 to 6, 100 ms, missed 3, filled 7");
  EXPECT_EQ(said(second + 110 * ms - 1), "");
}

TEST(WaitBorders, ARepeatedAcknowledgementIsAloneAndKeepsTheWindow) {
  const auto said = [](std::uint32_t window, std::uint32_t size, bool behind) {
    Line line;
    line.sent(0, 0);
    EXPECT_EQ(line.answered(1, 1), "");
    line.sent(second, 1);
    if (behind) line.sent(second + ms, 2);
    EXPECT_EQ(line.answered(second + 2 * ms, 1, window, size), "");
    line.sent(second + 500 * ms, 1);
    return line.answered(second + 501 * ms, behind ? 3 : 2) != "";
  };
  EXPECT_TRUE(said(1000, 0, true));
  EXPECT_FALSE(said(999, 0, true)) << "an update of the window";
  EXPECT_FALSE(said(1000, 1, true)) << "it has data";
  EXPECT_FALSE(said(1000, 0, false)) << "nothing waits behind it";
}

/// What was lost before this place is not in the capture: its repetition fills the gap.
TEST(WaitBorders, ASegmentThatWasLostBeforeTheCapture) {
  Line line;
  line.sent(0, 0);
  EXPECT_EQ(line.answered(1, 1), "");
  line.sent(second, 2);
  EXPECT_EQ(line.answered(second + ms, 1), "");
  line.sent(second + 200 * ms, 1);
  EXPECT_EQ(line.answered(second + 201 * ms, 3), "1 of 10 bytes, frames 3 to 3, 200 ms, missed 0, filled 5");
}

/// The receiver has said nothing before.
TEST(WaitBorders, ASegmentThatIsLostBeforeTheFirstAnswer) {
  Line line;
  for (const std::uint32_t number : {0U, 1U, 2U}) line.sent(second + number * ms, number);
  EXPECT_EQ(line.answered(second + 3 * ms, 0), "");
  EXPECT_EQ(line.answered(second + 4 * ms, 0), "");
  line.sent(second + 300 * ms, 0);
  EXPECT_EQ(line.answered(second + 301 * ms, 3), "2 of 20 bytes, frames 2 to 3, 299 ms, missed 1, filled 6");
}

/// What comes with the lost segment, at the same time, waits for nothing.
TEST(WaitBorders, WhatComesWithTheLostSegmentDidNotWait) {
  for (const Nanoseconds before : {Nanoseconds{0}, ms}) {
    Line line;
    line.sent(0, 0);
    EXPECT_EQ(line.answered(1, 1), "");
    line.sent(second, 1);
    line.sent(second + ms, 2);
    EXPECT_EQ(line.answered(second + 2 * ms, 1), "");
    line.sent(second + 300 * ms - before, 3);
    line.sent(second + 300 * ms, 1);
    EXPECT_EQ(line.answered(second + 301 * ms, 4), before == 0
                                                       ? "1 of 10 bytes, frames 4 to 4, 299 ms, missed 3, filled 7"
                                                       : "2 of 20 bytes, frames 4 to 6, 299 ms, missed 3, filled 7");
  }
}

TEST(WaitBorders, WhatIsSentAgainDidNotWait) {
  Line line;
  line.sent(0, 0);
  EXPECT_EQ(line.answered(1, 1), "");
  line.sent(second, 1);
  line.sent(second + ms, 2);
  line.sent(second + 2 * ms, 3);
  EXPECT_EQ(line.answered(second + 3 * ms, 1), "");
  line.sent(second + 300 * ms, 1);
  line.sent(second + 301 * ms, 2);
  EXPECT_EQ(line.answered(second + 302 * ms, 4), "1 of 10 bytes, frames 5 to 5, 298 ms, missed 3, filled 7");
}

TEST(WaitBorders, WhatIsNotAcknowledgedThenWaitsOn) {
  Line line;
  line.sent(0, 0);
  EXPECT_EQ(line.answered(1, 1), "");
  for (const std::uint32_t number : {1U, 2U, 3U}) line.sent(second + number * ms, number);
  EXPECT_EQ(line.answered(second + 5 * ms, 1), "");
  line.sent(second + 300 * ms, 1);
  EXPECT_EQ(line.answered(second + 301 * ms, 3), "1 of 10 bytes, frames 4 to 4, 298 ms, missed 3, filled 7");
  EXPECT_EQ(line.answered(second + 302 * ms, 2), "") << "an old acknowledgement";
}

// --- Nagle's algorithm ----------------------------------------------------------------------------------------------

/// Small segments, each sent when the one before is acknowledged, which takes so long; a turn takes 2 ms.
class Slow {
 public:
  /// True if the segment is one too many to be an accident.
  bool send(Nanoseconds gap = 2 * ms, std::uint32_t size = 10) {
    now += gap;
    end += size;
    return nagle.sent({.time = now, .sequence = end - size, .size = size}, turns);
  }
  void answer(Nanoseconds after, std::uint32_t size = 0) {
    now += after;
    nagle.answered({.time = now, .acknowledged = end, .size = size}, turns);
  }
  /// `send` and `answer` in turns: which segment is the first of which it is said; 0: none.
  int said(int count, Nanoseconds late, Nanoseconds gap = 2 * ms, std::uint32_t size = 10, std::uint32_t data = 0) {
    for (int i = 1; i <= count; ++i) {
      if (send(gap, size)) return i;
      answer(2 * ms + late, data);
    }
    return 0;
  }

  Nagle nagle;
  Nagle::Turns turns = {.sender = 2 * ms, .receiver = 2 * ms};
  Nanoseconds now = second;
  std::uint32_t end = 100;
};

TEST(WaitBorders, AnAcknowledgementIsDelayedBy36To56Milliseconds) {
  for (const Nanoseconds late : {36 * ms, 40 * ms, 56 * ms}) {
    Slow slow;
    EXPECT_EQ(slow.said(20, late), 9) << "the ninth, behind eight late acknowledgements";
    EXPECT_EQ(slow.nagle.least(), late);
    EXPECT_EQ(slow.nagle.most(), late);
    EXPECT_FALSE(slow.nagle.is_quick());
  }
  for (const Nanoseconds late : {36 * ms - 1, 56 * ms + 1}) EXPECT_EQ(Slow().said(20, late), 0);
}

/// An update of the window behind it acknowledges nothing, whenever it comes.
TEST(WaitBorders, OnlyTheFirstAcknowledgementOfASegmentIsLate) {
  Slow slow;
  for (int i = 0; i != 8; ++i) {
    EXPECT_FALSE(slow.send(2 * ms - ms / 10)) << i;
    slow.answer(2 * ms + 56 * ms);
    slow.answer(ms / 10);
  }
  EXPECT_TRUE(slow.send(2 * ms - ms / 10));
  EXPECT_EQ(slow.nagle.most(), 56 * ms);
}

TEST(WaitBorders, OnlySegmentsUpTo512BytesAreKeptBack) {
  EXPECT_EQ(Slow().said(20, 40 * ms, 2 * ms, 512), 9);
  EXPECT_EQ(Slow().said(20, 40 * ms, 2 * ms, 513), 0);
  EXPECT_EQ(Slow().said(20, 40 * ms, 2 * ms, 10, 1), 0) << "the acknowledgement goes with data";
}

/// The next segment goes out a turn after the acknowledgement, give or take a millisecond and an eighth of it.
TEST(WaitBorders, TheNextSegmentComesAtOnce) {
  constexpr Nanoseconds latest = 2 * ms + ms + 2 * ms / 8;
  EXPECT_EQ(Slow().said(20, 40 * ms, latest), 9);
  EXPECT_EQ(Slow().said(20, 40 * ms, latest + 1), 0);
  EXPECT_EQ(Slow().said(40, 40 * ms, 13 * ms), 0) << "it had nothing to send";
}

/// One of five that came shortly after, but not at once, speaks against it; what comes much later does not.
TEST(WaitBorders, OneOfFourMayMiss) {
  const auto said = [](int missed, Nanoseconds gap) {
    Slow slow;
    slow.send();
    slow.answer(2 * ms + 40 * ms);
    for (int i = 0; i != missed; ++i) {
      slow.send(gap);
      slow.answer(2 * ms + 40 * ms);
    }
    return slow.said(8, 40 * ms);
  };
  EXPECT_EQ(said(2, 12 * ms), 8) << "two of eight";
  EXPECT_EQ(said(3, 12 * ms), 0);
  EXPECT_EQ(said(3, 12 * ms + 1), 8);
}

TEST(WaitBorders, OneOfFourAcknowledgementsMayBeUnclear) {
  const auto said = [](int unclear, Nanoseconds late) {
    Slow slow;
    for (int i = 0; i != unclear; ++i) {
      slow.send();
      slow.answer(2 * ms + late);
    }
    return slow.said(9, 40 * ms);
  };
  EXPECT_EQ(said(2, 20 * ms), 9);
  EXPECT_EQ(said(3, 20 * ms), 0);
  EXPECT_EQ(said(3, 20 * ms - 1), 9) << "at once";
}

TEST(WaitBorders, AQuickAcknowledgementProvesIt) {
  Slow slow;
  EXPECT_EQ(slow.said(3, 40 * ms), 0);
  slow.send();
  slow.answer(2 * ms + 20 * ms);
  EXPECT_FALSE(slow.nagle.is_quick());
  slow.send();
  slow.answer(2 * ms + 20 * ms - 1);
  EXPECT_TRUE(slow.nagle.is_quick());
}

/// A small segment behind a small one that is not acknowledged is not kept back: no algorithm does that.
TEST(WaitBorders, ASegmentThatIsNotKeptBackBeginsAnew) {
  Slow slow;
  EXPECT_EQ(slow.said(7, 40 * ms), 0);
  EXPECT_FALSE(slow.send()) << "behind seven late acknowledgements";
  EXPECT_FALSE(slow.send());
  slow.answer(42 * ms);
  EXPECT_EQ(slow.said(20, 40 * ms), 8);
}

TEST(WaitBorders, ItIsSaidOnceWithTheLeastAndTheMost) {
  Slow slow;
  for (const Nanoseconds late : {40, 38, 44, 40, 40, 40, 40, 40}) {
    EXPECT_FALSE(slow.send());
    slow.answer(2 * ms + late * ms);
  }
  EXPECT_TRUE(slow.send());
  EXPECT_EQ(slow.nagle.least(), 38 * ms);
  EXPECT_EQ(slow.nagle.most(), 44 * ms);
  slow.answer(42 * ms);
  EXPECT_FALSE(slow.send());
}

}  // namespace
}  // namespace godot::analysis::tcp_ends
