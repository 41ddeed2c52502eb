// SPDX-License-Identifier: MIT
// What the inputs before a diverged tick prove, and which causes remain.
#include "analysis/libraries/rollback/verdict.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/analysis/arena.h"

namespace godot::analysis {
namespace {

struct Answer {
  std::uint8_t causes;
  std::string text;
};
Answer answer(const RollbackInputsBefore& inputs) {
  const problems::Verdict verdict = rollback_verdict({.inputs = inputs}, "They differ", arena);
  return {verdict.remaining(), verdict.text(arena)};
}
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(RollbackVerdict, TheSimulationAloneRemains) {
  const Answer found = answer({.ticks = 30});
  EXPECT_EQ(found.causes, 1);
  EXPECT_TRUE(has(found.text, "the simulation gives other results"));
  EXPECT_TRUE(has(found.text, "the same bytes"));
  EXPECT_STREQ(rollback_cause({.ticks = 30}), "simulation");
}

TEST(RollbackVerdict, OtherInputsAreProven) {
  const RollbackInputsBefore inputs = {.ticks = 30, .different = 2, .predicted = 4, .most_behind = 5};
  const Answer found = answer(inputs);
  EXPECT_EQ(found.causes, 1);
  EXPECT_TRUE(has(found.text, "a peer was sent other inputs than another"));
  EXPECT_TRUE(has(found.text, "2 inputs of the 30 ticks"));
  EXPECT_STREQ(rollback_cause(inputs), "other inputs");
}

TEST(RollbackVerdict, LateInputs) {
  const RollbackInputsBefore inputs = {.ticks = 30, .predicted = 4, .most_behind = 5};
  const Answer found = answer(inputs);
  EXPECT_EQ(found.causes, 2);
  EXPECT_TRUE(has(found.text, "the rollback restored the state incompletely"));
  EXPECT_TRUE(has(found.text, "up to 3 ticks late")) << "two of the five are the library's input delay";
  EXPECT_FALSE(has(found.text, "hash of the inputs"));
  EXPECT_STREQ(rollback_cause(inputs), "rollback or simulation");
}

/// Two peers differ though both had all inputs in time: the rollback of a third one is no cause.
TEST(RollbackVerdict, LateInputsOfAnotherPeer) {
  const RollbackInputsBefore inputs = {.ticks = 30, .predicted = 4, .most_behind = 5, .without_rollback = true};
  const Answer found = answer(inputs);
  EXPECT_EQ(found.causes, 1);
  EXPECT_TRUE(has(found.text, "peers differ that had no late inputs"));
  EXPECT_STREQ(rollback_cause(inputs), "simulation");
}

TEST(RollbackVerdict, AKeyThatTheHashLeavesOut) {
  const RollbackInputsBefore inputs = {.ticks = 30, .predicted = 4, .most_behind = 5, .hidden_change = 1};
  const Answer found = answer(inputs);
  EXPECT_EQ(found.causes, 3);
  EXPECT_TRUE(has(found.text, "the hash of the inputs leaves out the key"));
  EXPECT_STREQ(rollback_cause(inputs), "hidden key or simulation");
}

/// The game packs them: the sender may play with something else than it sends.
TEST(RollbackVerdict, PackedInputs) {
  const Answer found = answer({.ticks = 30, .packed = 60});
  EXPECT_EQ(found.causes, 2);
  EXPECT_TRUE(has(found.text, "other inputs than the others read"));
  EXPECT_STREQ(rollback_cause({.packed = 1}), "serializer or simulation");
  EXPECT_STREQ(rollback_cause({.predicted = 1, .packed = 1}), "rollback, serializer or simulation");
  EXPECT_STREQ(rollback_cause({.predicted = 1, .hidden_change = 1, .packed = 1}),
               "hidden key, serializer or simulation");
}

}  // namespace
}  // namespace godot::analysis
