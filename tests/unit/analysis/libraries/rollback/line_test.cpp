// SPDX-License-Identifier: MIT
// A message's line: what is said, and what is left out.
#include "analysis/libraries/rollback/line.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/arena.h"

namespace godot::analysis {
namespace {

TEST(RollbackLine, OfASpectator) {
  RollbackLine line;
  line.wants_input({.next_tick = 119});
  EXPECT_STREQ(line.text(arena), "wants 119");
  line.wants_hash({.next_tick = 97});
  EXPECT_STREQ(line.text(arena), "wants 119 and hash 97");
}

TEST(RollbackLine, Inputs) {
  RollbackLine line;
  line.wants_input({.next_tick = 119});
  line.input(120, false);
  EXPECT_STREQ(line.text(arena), "input 120, wants 119");
  line.input(121, true);
  EXPECT_STREQ(line.text(arena), "inputs 120\u2013121 (1 again), wants 119");
}

TEST(RollbackLine, AllInputsAgain) {
  RollbackLine line;
  line.input(120, true);
  EXPECT_STREQ(line.text(arena), "input 120 (again), wants 0");
  line.input(121, true);
  EXPECT_STREQ(line.text(arena), "inputs 120\u2013121 (all again), wants 0");
}

TEST(RollbackLine, Hashes) {
  RollbackLine line;
  line.hash(7, true);
  EXPECT_STREQ(line.text(arena), "hash 7 (1 differs), wants 0");
  line.hash(8, false);
  line.hash(9, true);
  EXPECT_STREQ(line.text(arena), "hashes 7\u20139 (2 differ), wants 0");
  line.input(120, false);
  EXPECT_STREQ(line.text(arena), "input 120, hashes 7\u20139 (2 differ), wants 0");
}

}  // namespace
}  // namespace godot::analysis
