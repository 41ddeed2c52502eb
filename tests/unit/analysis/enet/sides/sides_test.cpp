// SPDX-License-Identifier: MIT
// When two connections are recognised as sides of one, and when not. tests/dissection/test_enet_sides.py compares whole
// links with their relays' logs.
#include "analysis/enet/sides/sides.h"

#include <gtest/gtest.h>

#include <memory>

#include "tests/unit/analysis/enet/order/analysed.h"

namespace godot::analysis::enet {
namespace {

constexpr Nanoseconds millisecond = 1'000'000;
constexpr unsigned client = 0;
constexpr unsigned server = 1;

class TwoSides : public ::testing::Test {
 protected:
  const Passage& see(unsigned side, bool from_client, std::uint64_t digest, Nanoseconds at) {
    return sides_.see(
        {.side = side, .from_client = from_client, .digest = digest, .frame = ++frame_, .captured = at * millisecond});
  }
  /// One datagram each way.
  void shake_hands() {
    see(client, true, 1, 0);
    see(server, true, 1, 10);
    see(server, false, 2, 11);
    see(client, false, 2, 21);
  }

  test::HeapArena heap_;
  Sides sides_{heap_.arena()};
  std::uint32_t frame_ = 0;
};

TEST_F(TwoSides, LostIfTheReceiversSideContinuesWithoutIt) {
  shake_hands();
  EXPECT_EQ(sides_.client_side(), client);
  const Passage& up = see(client, true, 3, 100);
  const Passage& down = see(server, false, 4, 100);
  see(server, false, 5, 5000);
  see(client, false, 5, 5010);
  EXPECT_TRUE(sides_.never_arrived(up));
  EXPECT_TRUE(sides_.never_arrived(down));
}

TEST_F(TwoSides, LostOnlyIfTheReceiversSideContinuesLongEnough) {
  shake_hands();
  const Passage& up = see(client, true, 3, 100);
  see(server, false, 5, 639);
  EXPECT_FALSE(sides_.never_arrived(up));
  see(server, false, 6, 640);
  EXPECT_TRUE(sides_.never_arrived(up));
  see(server, true, 3, 700);
  EXPECT_FALSE(sides_.never_arrived(up));
}

/// The receiver must go on for half a second and four times the longest way, of either direction.
TEST_F(TwoSides, LostAfterFourTimesTheLongestWay) {
  for (const bool slow_up : {false, true}) {
    Sides sides(heap_.arena());
    const auto seen = [&](unsigned side, bool from_client, std::uint64_t digest, Nanoseconds at) -> const Passage& {
      return sides.see(
          {.side = side, .from_client = from_client, .digest = digest, .frame = 1, .captured = at * millisecond});
    };
    seen(client, true, 1, 0);
    seen(server, true, 1, slow_up ? 40 : 10);
    seen(server, false, 2, 11);
    seen(client, false, 2, slow_up ? 21 : 51);
    const Passage& down = seen(server, false, 4, 100);
    seen(client, true, 5, 759);
    EXPECT_FALSE(sides.never_arrived(down));
    seen(client, true, 6, 760);
    EXPECT_TRUE(sides.never_arrived(down));
  }
}

TEST_F(TwoSides, WhatBothSidesHaveIsNotLost) {
  shake_hands();
  const Passage& arrived = see(client, true, 3, 100);
  EXPECT_EQ(&see(server, true, 3, 110), &arrived);
  see(server, false, 5, 5000);
  EXPECT_FALSE(sides_.never_arrived(arrived));
}

TEST_F(TwoSides, BothDirectionsAreNeeded) {
  see(client, true, 1, 0);
  see(server, true, 1, 10);
  const Passage& up = see(client, true, 3, 20);
  see(server, false, 5, 9000);
  EXPECT_EQ(sides_.client_side(), 2U);
  EXPECT_FALSE(sides_.never_arrived(up));
}

TEST_F(TwoSides, ADatagramOnlyAtTheReceiverMakesLossesUncertain) {
  shake_hands();
  const Passage& up = see(client, true, 3, 100);
  see(server, false, 5, 5000);
  EXPECT_TRUE(sides_.never_arrived(up));
  see(server, true, 99, 5001);
  EXPECT_FALSE(sides_.never_arrived(up));
}

TEST_F(TwoSides, AllDatagramsOfADirectionMustComeFromOneSide) {
  shake_hands();
  see(server, true, 3, 30);
  see(client, true, 3, 31);
  EXPECT_EQ(sides_.client_side(), 2U);
}

TEST_F(TwoSides, AllDatagramsOfTheOtherDirectionMustComeFromOneSideToo) {
  shake_hands();
  EXPECT_EQ(sides_.client_side(), client);
  see(client, false, 3, 30);
  see(server, false, 3, 31);
  EXPECT_EQ(sides_.client_side(), 2U);
}

TEST_F(TwoSides, ADatagramOnlyAtTheClientMakesLossesUncertain) {
  shake_hands();
  const Passage& down = see(server, false, 3, 100);
  see(client, true, 5, 5000);
  EXPECT_TRUE(sides_.never_arrived(down));
  see(client, false, 99, 5001);
  EXPECT_FALSE(sides_.never_arrived(down));
}

TEST_F(TwoSides, EqualDatagramsOfTheOtherDirectionAreOthers) {
  const Passage& up = see(client, true, 3, 100);
  EXPECT_NE(&see(client, false, 3, 101), &up);
}

TEST_F(TwoSides, EqualDatagramsLongAfterAreNotMatched) {
  shake_hands();
  const Passage& once = see(client, true, 3, 100);
  EXPECT_EQ(&see(client, true, 3, 5000), &once);
  EXPECT_EQ(&see(client, true, 3, 10'100), &once);
  EXPECT_NE(&see(client, true, 3, 10'101), &once);
}

TEST_F(TwoSides, TooManyDatagramsAtOneHashPreventJudgement) {
  shake_hands();
  const Passage& up = see(client, true, 3, 100);
  see(server, false, 5, 5000);
  EXPECT_TRUE(sides_.never_arrived(up));
  for (std::uint64_t i = 0; i != 65; ++i) see(client, true, 7 + 1024 * i, 5000);
  EXPECT_TRUE(sides_.never_arrived(up));
  see(client, true, 7 + 1024 * 65, 5000);
  EXPECT_FALSE(sides_.never_arrived(up)) << "64 are compared";
}

}  // namespace
}  // namespace godot::analysis::enet
