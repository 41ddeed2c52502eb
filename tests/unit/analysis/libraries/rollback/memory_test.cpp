// SPDX-License-Identifier: MIT
// What the second pass finds of the first one.
#include "analysis/libraries/rollback/memory.h"

#include <gtest/gtest.h>

#include "tests/unit/analysis/libraries/rollback/messages.h"

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

/// On one link, by the time in both.
TEST(RollbackMemory, Pings) {
  using What = RollbackMessage::What;
  test::RollbackMessages made;
  RollbackMemory memory;
  const auto ping = [&](RollbackPeer from, RollbackPeer to, What what, std::int64_t time) -> RollbackMessage& {
    RollbackMessage& message = made.add(from, to);
    message.what = what;
    message.ping_time = time;
    memory.learn_ping(message);
    return message;
  };
  const std::uint32_t asked = ping(1, 2, What::ping, 1000).frame;
  ping(1, 3, What::ping, 1000);
  RollbackMessage& answer = ping(2, 1, What::answer, 1000);
  ASSERT_TRUE(memory.recall(answer));
  EXPECT_EQ(answer.round_trip, 2 * test::RollbackMessages::interval);
  EXPECT_EQ(answer.other_frame, asked);
  RollbackMessage question;
  question.frame = asked;
  ASSERT_TRUE(memory.recall(question));
  EXPECT_EQ(question.other_frame, answer.frame);
  EXPECT_EQ(question.round_trip, -1);
  for (const std::int64_t time : {1000, 999}) {  // once more, and to another ping
    RollbackMessage& other = ping(2, 1, What::answer, time);
    ASSERT_TRUE(memory.recall(other));
    EXPECT_EQ(other.round_trip, -1);
    EXPECT_EQ(other.other_frame, 0U);
  }
}

}  // namespace
}  // namespace godot::analysis
