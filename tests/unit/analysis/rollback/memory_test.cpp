// SPDX-License-Identifier: MIT
// What the second pass finds of the first one.
#include "analysis/rollback/memory.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/rollback/messages.h"

namespace godot::analysis {
namespace {

TEST(RollbackMemory, AMessageKeepsItsMatchAndPeers) {
  test::RollbackMessages made;
  RollbackMemory memory;
  RollbackMessage& first = made.hashes(made.inputs(made.add(1, 2), 1, 2), 1, {11});
  RollbackMessage& second = made.hashes(made.inputs(made.add(1, 2), 1, 2), 1, {22});
  memory.learn(first);
  memory.start(1);
  memory.learn(second);
  RollbackMessage again;
  again.frame = first.frame;
  ASSERT_TRUE(memory.recall(again));
  EXPECT_EQ(again.match, 1U);
  EXPECT_EQ(again.source, 1U);
  EXPECT_EQ(again.target, 2U);
  EXPECT_EQ(memory.match(again).hashes(1).front().hash, 11U);
  again.index = 1;
  EXPECT_FALSE(memory.recall(again));
}

/// Ticks of two matches are not compared.
TEST(RollbackMemory, MatchesAreApart) {
  test::RollbackMessages made;
  RollbackMemory memory;
  for (const std::uint32_t hash : {22U, 11U}) {
    for (const RollbackPeer peer : {RollbackPeer{1}, RollbackPeer{2}})
      memory.learn(made.hashes(made.inputs(made.add(peer, 3 - peer), 1, hash), 1, {hash}));
    memory.start(1);
  }
  RollbackMessage last;
  last.frame = 4;
  ASSERT_TRUE(memory.recall(last));
  EXPECT_EQ(last.match, 2U);
  EXPECT_TRUE(memory.match(last).divergences().empty());
  EXPECT_EQ(memory.match(last).hashes(1).size(), 2U);
  RollbackMessage unknown;
  unknown.match = 7;
  EXPECT_TRUE(memory.match(unknown).divergences().empty());
}

}  // namespace
}  // namespace godot::analysis
