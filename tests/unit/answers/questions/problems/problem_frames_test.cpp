// SPDX-License-Identifier: MIT
#include "answers/questions/problems/problem_frames.h"

#include <gtest/gtest.h>

namespace godot::analysis::problems {
namespace {

TEST(ProblemFrames, AreGoneThroughInBothDirections) {
  facts::Problem problem = {.kind = "not_allowed", .cause = "the caller may not call the method"};
  facts::Item healthy = {};
  facts::Item faulty = {};
  faulty.problems = &problem;
  facts::Envelope first = {};
  first.items = &healthy;
  facts::Envelope second = {};
  second.items = &faulty;
  first.next = &second;
  facts::Envelope full = {};
  full.window_full = true;
  facts::Envelope fine = {};
  fine.items = &healthy;

  ProblemFrames frames;
  EXPECT_EQ(frames.after(0), 0U);
  EXPECT_EQ(frames.before(10), 0U);
  const auto add = [&frames](std::uint32_t number, facts::Envelope* envelopes) {
    facts::Frame frame = {};
    frame.number = number;
    frame.envelopes = envelopes;
    frames.add(frame);
  };
  add(2, &fine);
  add(3, &first);
  add(4, nullptr);
  add(8, &full);
  EXPECT_EQ(frames.count(), 2U);
  EXPECT_EQ(frames.after(0), 3U);
  EXPECT_EQ(frames.after(2), 3U);
  EXPECT_EQ(frames.after(3), 8U);
  EXPECT_EQ(frames.after(8), 0U);
  EXPECT_EQ(frames.before(9), 8U);
  EXPECT_EQ(frames.before(8), 3U);
  EXPECT_EQ(frames.before(3), 0U);
}

}  // namespace
}  // namespace godot::analysis::problems
