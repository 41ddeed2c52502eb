// SPDX-License-Identifier: MIT
#include "analysis/game/memory/state_messages.h"

#include <gtest/gtest.h>

#include <vector>

namespace godot::analysis::sync {
namespace {

constexpr std::uint32_t unknown = StateMessages::unknown;

TEST(StateMessages, AreFoundInTheOrderOfTheCapture) {
  StateMessages messages;
  EXPECT_EQ(messages.near(1, 0), unknown) << "there is none";
  const std::vector<StateMessage> all = {{1, 0, 10}, {1, 1, 10}, {3, 0, 30}, {3, 4, 30}, {4, 0, 40}};
  std::vector<std::uint32_t> places;
  for (const StateMessage& each : all) places.push_back(messages.add(each));
  for (std::size_t i = 0; i != all.size(); ++i) {
    EXPECT_EQ(messages.near(all[i].frame, all[i].number), places[i]) << i;
    EXPECT_EQ(messages.near(all[i].frame, all[i].number), places[i]) << "again " << i;
  }
  EXPECT_EQ(messages.near(4, 1), unknown) << "behind the last one";
  EXPECT_EQ(messages.near(3, 0), unknown) << "an earlier one is searched otherwise";
  messages.reached(places[2]);
  EXPECT_EQ(messages.near(3, 0), places[2]);
  EXPECT_EQ(messages.near(3, 1), unknown) << "there is none";
  EXPECT_EQ(messages.near(3, 4), places[3]);
}

/// A place without a message, behind the last one of a block that took no more, is none of those before it.
TEST(StateMessages, HaveNoneInPlacesThatAreLeftOut) {
  StateMessages messages;
  constexpr std::uint32_t far = 100'000;
  const std::uint32_t first = messages.add({.frame = 5, .number = 0, .time = 1});
  const std::uint32_t last = messages.add({.frame = 6, .number = 0, .time = 2});
  const std::uint32_t next = messages.add({.frame = far, .number = 0, .time = 3});
  ASSERT_GT(next, last + 1);
  EXPECT_EQ(messages.near(6, 0), last);
  EXPECT_EQ(messages.near(5, 0), unknown);
  EXPECT_EQ(messages.near(far, 0), unknown);
  messages.reached(first);
  EXPECT_EQ(messages.near(5, 0), first);
  EXPECT_EQ(messages.near(6, 0), last);
}

}  // namespace
}  // namespace godot::analysis::sync
