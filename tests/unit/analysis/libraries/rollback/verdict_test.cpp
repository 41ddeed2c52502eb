// SPDX-License-Identifier: MIT
// What the inputs before a diverged tick prove, and which causes remain.
#include "analysis/libraries/rollback/verdict.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analysis/arena.h"
#include "tests/unit/analysis/causes.h"

namespace godot::analysis {
namespace {

using test::Causes;

/// The whole list of causes that remain.
Causes causes(const RollbackInputsBefore& inputs) {
  return test::causes_of(rollback_verdict({.inputs = inputs}, "They differ", arena), arena);
}

TEST(RollbackVerdict, TheSimulationAloneRemains) {
  EXPECT_EQ(causes({.ticks = 30}), (Causes{"the simulation gives other results"}));
  EXPECT_STREQ(rollback_cause({.ticks = 30}), "simulation");
}

TEST(RollbackVerdict, OtherInputsAreProven) {
  const RollbackInputsBefore inputs = {.ticks = 30, .different = 2, .predicted = 4, .most_behind = 5};
  EXPECT_EQ(causes(inputs), (Causes{"a peer was sent other inputs than another (2 inputs of the 30 ticks before were "
                                    "sent with different bytes)"}));
  EXPECT_STREQ(rollback_cause(inputs), "other inputs");
}

TEST(RollbackVerdict, LateInputs) {
  const RollbackInputsBefore inputs = {.ticks = 30, .predicted = 4, .most_behind = 5};
  EXPECT_EQ(causes(inputs), (Causes{"the rollback restored the state incompletely (4 inputs came up to 3 ticks late, "
                                    "and their ticks were simulated again)",
                                    "the simulation gives other results"}));
  EXPECT_STREQ(rollback_cause(inputs), "rollback or simulation");
}

/// Two peers differ though both had all inputs in time: the rollback of a third one is no cause.
TEST(RollbackVerdict, LateInputsOfAnotherPeer) {
  const RollbackInputsBefore inputs = {.ticks = 30, .predicted = 4, .most_behind = 5, .without_rollback = true};
  EXPECT_EQ(causes(inputs), (Causes{"the simulation gives other results"}));
  EXPECT_STREQ(rollback_cause(inputs), "simulation");
}

TEST(RollbackVerdict, AKeyThatTheHashLeavesOut) {
  const RollbackInputsBefore inputs = {.ticks = 30, .predicted = 4, .most_behind = 5, .hidden_change = 1};
  EXPECT_EQ(causes(inputs), (Causes{"a wrong prediction was not corrected, because the hash of the inputs leaves out "
                                    "the key that changed (late inputs changed, but not their hash)",
                                    "the rollback restored the state incompletely (4 inputs came up to 3 ticks late, "
                                    "and their ticks were simulated again)",
                                    "the simulation gives other results"}));
  EXPECT_STREQ(rollback_cause(inputs), "hidden key or simulation");
}

/// The game packs them: the sender may play with something else than it sends.
TEST(RollbackVerdict, PackedInputs) {
  EXPECT_EQ(causes({.ticks = 30, .packed = 60}),
            (Causes{"the sender plays with other inputs than the others read (the game packs its inputs its own way)",
                    "the simulation gives other results"}));
  EXPECT_STREQ(rollback_cause({.packed = 1}), "serializer or simulation");
  EXPECT_STREQ(rollback_cause({.predicted = 1, .packed = 1}), "rollback, serializer or simulation");
  EXPECT_STREQ(rollback_cause({.predicted = 1, .hidden_change = 1, .packed = 1}),
               "hidden key, serializer or simulation");
}

}  // namespace
}  // namespace godot::analysis
