// SPDX-License-Identifier: MIT
#include "analysis/relay/relayed.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

using relay::Fate;
using relay::Outcome;

Fate arrived(std::uint64_t number, std::uint32_t player = 1, bool to_server = true) {
  return {.player = player, .to_server = to_server, .number = number, .outcome = Outcome::passed};
}
Fate sent(std::uint64_t number, std::uint32_t copy = 1) {
  return {.player = 1, .to_server = true, .number = number, .outcome = Outcome::sent, .copy = copy};
}

Relayed of(const RelayedFrames& frames, std::uint32_t frame) {
  Relayed found;
  EXPECT_TRUE(frames.find(frame, found)) << frame;
  return found;
}

TEST(RelayedFrames, KnowsOnlyWhatWasAdded) {
  RelayedFrames frames;
  Relayed found;
  EXPECT_FALSE(frames.find(1, found));
  frames.add(1, arrived(7), 100);
  EXPECT_FALSE(frames.find(2, found));
  EXPECT_EQ(of(frames, 1).fate, arrived(7));
}

TEST(RelayedFrames, TellsBothSidesOfEachOther) {
  RelayedFrames frames;
  frames.add(1, arrived(7), 100);
  EXPECT_EQ(of(frames, 1).other_in(), 0U);
  EXPECT_FALSE(of(frames, 1).both_sides);
  frames.add(4, sent(7), 300);
  frames.add(5, sent(7, 2), 310);
  const Relayed first = of(frames, 1);
  EXPECT_FALSE(first.is_sent());
  EXPECT_EQ(first.other_in(), 4U);
  EXPECT_EQ(first.copy_in, 5U);
  EXPECT_EQ(first.arrived, 100);
  EXPECT_EQ(first.sent, 300);  // not when the copy was sent
  EXPECT_TRUE(first.both_sides);
  const Relayed second = of(frames, 4);
  EXPECT_TRUE(second.is_sent());
  EXPECT_EQ(second.other_in(), 1U);
  EXPECT_EQ(of(frames, 5).other_in(), 1U);
}

TEST(RelayedFrames, HasOneSideAloneIfTheRelayDroppedAll) {
  RelayedFrames frames;
  Fate lost = arrived(7);
  lost.outcome = Outcome::loss;
  frames.add(1, lost, 100);
  frames.add(2, arrived(8), 200);
  EXPECT_FALSE(of(frames, 1).both_sides);
  EXPECT_EQ(of(frames, 1).other_in(), 0U);
}

TEST(RelayedFrames, KeepsPlayersAndDirectionsApart) {
  RelayedFrames frames;
  frames.add(1, arrived(7), 100);
  frames.add(2, arrived(7, 2), 200);
  frames.add(3, arrived(7, 1, false), 300);
  frames.add(4, sent(7), 400);
  EXPECT_EQ(of(frames, 1).other_in(), 4U);
  EXPECT_EQ(of(frames, 2).other_in(), 0U);
  EXPECT_EQ(of(frames, 3).other_in(), 0U);
}

TEST(RelayedFrames, TakesTheFirstOfTwoDatagramsWithOneNumber) {
  RelayedFrames frames;
  frames.add(1, arrived(7), 100);
  frames.add(2, arrived(7), 200);
  frames.add(3, sent(7), 300);
  EXPECT_EQ(of(frames, 3).other_in(), 1U);
  EXPECT_EQ(of(frames, 3).arrived, 100);
  EXPECT_EQ(of(frames, 2).other_in(), 3U);
}

}  // namespace
}  // namespace godot::analysis
