// SPDX-License-Identifier: MIT
// Why a peer stood still: each cause, and those that look the same.
#include "analysis/rollback/standstill.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/unit/analysis/rollback/arena.h"

namespace godot::analysis {
namespace {

class Names final : public RollbackNames {
 public:
  [[nodiscard]] const char* name(RollbackPeer peer) const override { return peer == 1 ? "server" : "red"; }
};

std::string text(const RollbackStandstill& stood) { return rollback_verdict(stood, Names(), arena).text(arena); }
bool has(const std::string& all, std::string_view part) { return all.find(part) != std::string::npos; }

/// 1.5 s at 30 ticks a second.
RollbackStandstill silence(std::uint32_t next, std::uint32_t caught_up) {
  return {.peer = 7,
          .tick = 100,
          .next = next,
          .frame = 40,
          .length = 1'500'000'000,
          .messages = 1,
          .played = 45,
          .caught_up = caught_up,
          .others = {RollbackOther{.peer = 1, .ticks = 20}},
          .other_count = 1};
}

TEST(RollbackStandstill, TheProcessStoodStill) {
  const RollbackStandstill stood = silence(101, 8);
  EXPECT_EQ(rollback_stop(stood), RollbackStop::stood_still);
  EXPECT_STREQ(text_of(rollback_stop(stood)), "stood still");
  EXPECT_TRUE(has(text(stood), "red stood still at tick 100 for 1.500 s (server went on by 20 ticks)"));
  EXPECT_TRUE(has(text(stood), "its process stood still (it sent nothing, and went on with tick 101"));
  EXPECT_EQ(rollback_verdict(stood, Names(), arena).remaining(), 1);
}

TEST(RollbackStandstill, HeldUpOnTheWay) {
  const RollbackStandstill stood = silence(101, 44);
  EXPECT_EQ(rollback_stop(stood), RollbackStop::held_up);
  EXPECT_TRUE(has(text(stood), "held up on the way (44 ticks came at once"));
}

TEST(RollbackStandstill, NotCaptured) {
  const RollbackStandstill stood = silence(145, 46);
  EXPECT_EQ(rollback_stop(stood), RollbackStop::not_captured);
  EXPECT_TRUE(has(text(stood), "it played on"));
}

/// As many ticks as a blocked engine catches up with: both remain.
TEST(RollbackStandstill, AShortSilence) {
  RollbackStandstill stood = silence(101, 7);
  stood.played = 8;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent);
  EXPECT_EQ(rollback_verdict(stood, Names(), arena).remaining(), 2);
  stood.played = 0;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::silent) << "its rate is not known";
  EXPECT_EQ(rollback_stop(silence(101, 15)), RollbackStop::silent) << "two frames of a blocked engine";
}

TEST(RollbackStandstill, ItWaits) {
  RollbackStandstill stood = silence(101, 1);
  stood.messages = 40;
  stood.missing = 1;
  stood.behind = 23;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::waits);
  EXPECT_TRUE(has(text(stood), "it waits for inputs of server"));
  EXPECT_TRUE(has(text(stood), "are 23 ticks behind"));
}

TEST(RollbackStandstill, ItLetsOthersCatchUp) {
  RollbackStandstill stood = silence(101, 1);
  stood.messages = 12;
  stood.missing = 1;
  stood.behind = 4;
  EXPECT_EQ(rollback_stop(stood), RollbackStop::lets_catch_up);
  EXPECT_TRUE(has(text(stood), "skips ticks"));
  stood.other_count = 0;
  EXPECT_TRUE(has(text(stood), "nothing is known of the others"));
}

}  // namespace
}  // namespace godot::analysis
