// SPDX-License-Identifier: MIT
// What is derived from a message of godot-rollback-netcode: its line, and the items with and without a tree.
#include "analysis/libraries/rollback/reading.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/libraries/rollback/messages.h"
#include "tests/unit/analysis/message/calls/library_game.h"
#include "tests/unit/analysis/message/calls/recorded_items.h"

namespace godot::analysis {
namespace {

constexpr const char* fields[] = {
#define GODOT_DERIVED(id, ...) #id,
#include "analysis/libraries/rollback/derived.def"
#undef GODOT_DERIVED
};

class RollbackReadings : public testing::Test, protected RollbackNames {
 protected:
  [[nodiscard]] const char* name(RollbackPeer peer) const override { return peer == 1 ? "server" : "red"; }
  RollbackReading reading(const RollbackMatch* match, bool repeated = false) {
    items_.recorded.clear();
    items_.problems.clear();
    return {game_.message("00", repeated), *last_, match, *this, items_};
  }
  RollbackMessage& add(RollbackPeer from) {
    RollbackMessage& message = made_.add(from, from == 1 ? 2 : 1);
    last_ = &message;
    return message;
  }

  LibraryGame game_;
  test::RollbackMessages made_;
  RollbackMatch match_;
  const RollbackMessage* last_ = nullptr;
  RecordedItems<RollbackItems, RollbackField, problems::Rollback> items_{fields};
};

TEST_F(RollbackReadings, InputsWithAndWithoutText) {
  add(1);
  RollbackReading read = reading(nullptr);
  read.value("{0: 1}");
  read.input({.tick = 4, .length = 12, .by_node = true});
  read.input({.tick = 5, .length = 7});
  read.input({.tick = 6, .length = 0, .by_node = true});
  EXPECT_EQ(items_.recorded,
            "label: Inputs of tick 4: {0: 1}; label: Inputs of tick 5: 7 bytes; label: Inputs of tick 6: 0 bytes, no "
            "input; ");
  read.inputs_requested({.next_tick = 3});
  EXPECT_STREQ(read.text(), "inputs 4\u20136, wants 3");
}

TEST_F(RollbackReadings, InputsThatWereSentBefore) {
  const RollbackMessage& before = made_.inputs(add(1), 4, 4);
  match_.add(before);
  match_.add(made_.inputs(add(1), 4, 5));
  RollbackReading read = reading(&match_);
  read.input({.tick = 4, .length = 7});
  read.input({.tick = 5, .length = 7});
  EXPECT_EQ(items_.recorded, "again=" + std::to_string(before.frame) +
                                 "; label: Inputs of tick 4, again: 7 bytes; label: Inputs of tick 5: 7 bytes; ");
  EXPECT_STREQ(read.text(), "inputs 4\u20135 (1 again), wants 0");
}

TEST_F(RollbackReadings, StatesThatDiffer) {
  const RollbackMessage& other = made_.hashes(add(1), 1, {10, 21});
  match_.add(other);
  match_.add(made_.inputs(made_.hashes(add(2), 1, {10, 20}), 1, 2));
  RollbackReading read = reading(&match_);
  read.hash({.tick = 1, .hash = 10});
  read.hash({.tick = 2, .hash = 20});
  EXPECT_EQ(items_.recorded, "label: State hash of tick 1: 10; label: State hash of tick 2: 20; diverged_from=" +
                                 std::to_string(other.frame) + "; label… , differs from server (21); ");
  EXPECT_NE(read.judge_all(), nullptr);
  EXPECT_NE(items_.problems.find("different states for tick 2"), std::string::npos) << items_.problems;
  EXPECT_NE(items_.recorded.find("inputs_before=tick 2, red: "), std::string::npos) << items_.recorded;
}

/// From the first tick on.
TEST_F(RollbackReadings, InputsBeforeTheFirstTicksState) {
  match_.add(made_.hashes(add(1), 1, {10}));
  match_.add(made_.inputs(made_.hashes(add(2), 1, {11}), 1, 2));
  RollbackReading read = reading(&match_);
  read.hash({.tick = 1, .hash = 11});
  EXPECT_NE(read.judge_all(), nullptr);
  EXPECT_NE(items_.recorded.find("inputs_before=tick 1, "), std::string::npos) << items_.recorded;
  EXPECT_EQ(items_.recorded.find("inputs_before=tick 2, "), std::string::npos) << items_.recorded;
}

TEST_F(RollbackReadings, ACopyIsNotJudged) {
  match_.add(made_.hashes(add(1), 1, {10}));
  match_.add(made_.hashes(add(2), 1, {11}));
  RollbackReading copy = reading(&match_, true);
  EXPECT_EQ(copy.judge_all(), nullptr);
  EXPECT_EQ(items_.problems, "");
  RollbackReading read = reading(&match_);
  EXPECT_NE(read.judge_all(), nullptr);
}

TEST_F(RollbackReadings, WithoutATreeOnlyTheLine) {
  match_.add(made_.hashes(add(1), 1, {10}));
  match_.add(made_.hashes(add(2), 1, {11}));
  items_.shows = false;
  RollbackReading read = reading(&match_);
  read.input({.tick = 4, .length = 7});
  read.hash({.tick = 1, .hash = 11});
  EXPECT_NE(read.judge_all(), nullptr);
  EXPECT_EQ(items_.recorded, "");
  EXPECT_STREQ(read.text(), "input 4, hash 1 (1 differs), wants 0");
}

}  // namespace
}  // namespace godot::analysis
