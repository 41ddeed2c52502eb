// SPDX-License-Identifier: MIT
// Which match a message belongs to.
#include "analysis/libraries/rollback/sessions.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/libraries/rollback/messages.h"

namespace godot::analysis {
namespace {

class Sessions : public testing::Test {
 protected:
  std::uint32_t inputs(RollbackPeer from, std::uint32_t first, std::uint32_t last) {
    return sessions_.match_of(made_.inputs(made_.add(from, 3 - from), first, last));
  }
  std::uint32_t nothing(RollbackPeer from) { return sessions_.match_of(made_.add(from, 1)); }

  test::RollbackMessages made_;
  RollbackSessions sessions_;
};

TEST_F(Sessions, TheFirstMatchIsOne) {
  sessions_.start(1);
  sessions_.start(1);  // each peer is called
  EXPECT_EQ(inputs(1, 1, 1), 1U);
  EXPECT_EQ(inputs(2, 1, 3), 1U);
  EXPECT_EQ(inputs(1, 500, 504), 1U);
}

TEST_F(Sessions, WithoutAStartInTheCapture) {
  EXPECT_EQ(inputs(1, 300, 304), 1U);
  EXPECT_EQ(inputs(1, 280, 284), 1U) << "the oldest inputs that are open";
}

/// Every match begins with tick 1, or with tick 0 from the second one on.
TEST_F(Sessions, ARematch) {
  EXPECT_EQ(inputs(1, 100, 104), 1U);
  EXPECT_EQ(inputs(2, 100, 104), 1U);
  sessions_.start(1);
  sessions_.start(1);
  EXPECT_EQ(inputs(2, 101, 105), 1U) << "has not got the start yet";
  EXPECT_EQ(inputs(1, 0, 1), 2U);
  EXPECT_EQ(inputs(2, 102, 106), 1U);
  EXPECT_EQ(inputs(2, 0, 1), 2U);
  EXPECT_EQ(inputs(1, 100, 104), 2U);
}

/// The capture lacks the start.
TEST_F(Sessions, TicksThatGoFarBack) {
  EXPECT_EQ(inputs(1, 300, 304), 1U);
  EXPECT_EQ(inputs(2, 300, 304), 1U);
  EXPECT_EQ(inputs(1, 1, 3), 2U);
  EXPECT_EQ(inputs(2, 1, 3), 2U);
  EXPECT_EQ(inputs(2, 4, 6), 2U);
}

/// Ticks go back by 100 at most within a match: else the capture lacks the start of another one.
TEST_F(Sessions, HowFarTicksGoBack) {
  EXPECT_EQ(inputs(1, 1000, 1000), 1U);
  EXPECT_EQ(inputs(1, 890, 900), 1U);
  EXPECT_EQ(inputs(1, 890, 899), 2U);
}

/// A match begins with tick 0 or 1, and not with as many ticks as the last one had.
TEST_F(Sessions, TheFirstTicksOfARematch) {
  for (const RollbackPeer peer : {RollbackPeer{1}, RollbackPeer{2}}) EXPECT_EQ(inputs(peer, 100, 104), 1U);
  sessions_.start(1);
  EXPECT_EQ(inputs(1, 2, 103), 1U);
  EXPECT_EQ(inputs(1, 1, 104), 1U);
  EXPECT_EQ(inputs(1, 1, 103), 2U);
  EXPECT_EQ(sessions_.match_now(1), 2U);
  EXPECT_EQ(sessions_.match_now(5), 1U) << "a game without messages";
}

TEST_F(Sessions, ASpectatorBelongsToTheNewestMatch) {
  EXPECT_EQ(nothing(9), 1U);
  EXPECT_EQ(inputs(1, 50, 54), 1U);
  sessions_.start(1);
  EXPECT_EQ(nothing(9), 2U);
}

TEST_F(Sessions, GamesAreApart) {
  EXPECT_EQ(inputs(1, 50, 54), 1U);
  sessions_.start(2);
  EXPECT_EQ(inputs(1, 55, 56), 1U);
}

}  // namespace
}  // namespace godot::analysis
