// SPDX-License-Identifier: MIT
#include "answers/tables/received.h"

#include <gtest/gtest.h>

namespace godot::analysis::report {
namespace {

constexpr auto most_kept = static_cast<std::uint32_t>(Received::most);

TEST(Received, ADirectionWithoutBytesLacksNone) {
  Received received;
  EXPECT_FALSE(received.lacks());
  received.acknowledge(1'000'000);  // of what was sent before the capture
  EXPECT_FALSE(received.lacks());
}

TEST(Received, SegmentsThatContinue) {
  Received received;
  received.open(100);
  received.add(101, 50);
  received.add(151, 10);
  received.acknowledge(161);
  EXPECT_FALSE(received.lacks());
  received.acknowledge(162);  // FIN
  EXPECT_FALSE(received.lacks());
}

TEST(Received, AcknowledgedButNowhere) {
  Received received;
  received.open(100);
  received.add(101, 50);
  received.acknowledge(161);
  EXPECT_TRUE(received.lacks());
  received.add(151, 10);  // later, as by two clocks
  EXPECT_FALSE(received.lacks());
}

TEST(Received, AGapBetweenOthers) {
  Received received;
  received.begin(0xFFFFFFF0);
  received.add(0xFFFFFFF0, 8);
  received.add(16, 8);
  EXPECT_TRUE(received.lacks()) << "nobody says what came";
  received.acknowledge(0xFFFFFFF8);
  EXPECT_FALSE(received.lacks()) << "lost on the way, as far as the capture goes";
  received.acknowledge(24);
  EXPECT_TRUE(received.lacks());
  received.add(0xFFFFFFF8, 16);
  EXPECT_TRUE(received.lacks()) << "in part";
  received.add(4, 14);
  EXPECT_FALSE(received.lacks());
}

TEST(Received, AGapIsFilledFromItsMiddle) {
  Received received;
  received.begin(0);
  received.add(100, 10);
  received.acknowledge(110);
  received.add(40, 20);
  EXPECT_TRUE(received.lacks());
  received.add(0, 40);
  EXPECT_TRUE(received.lacks());
  received.add(60, 40);
  EXPECT_FALSE(received.lacks());
}

TEST(Received, AnotherConnectionOfTheSamePorts) {
  Received received;
  received.open(100);
  received.add(101, 10);
  received.acknowledge(111);
  received.open(100);  // sent again
  EXPECT_FALSE(received.lacks());
  received.open(2'000'000'000);
  received.acknowledge(2'000'000'001);
  EXPECT_FALSE(received.lacks());
  received.acknowledge(2'000'000'050);
  EXPECT_TRUE(received.lacks());
  received.open(7);
  EXPECT_TRUE(received.lacks()) << "the one before";
}

TEST(Received, GapsAreBounded) {
  Received received;
  received.begin(0);
  constexpr std::uint32_t count = 100'000;
  for (std::uint32_t i = 1; i <= count; ++i) received.add(2 * i, 1);
  received.acknowledge(0);
  EXPECT_FALSE(received.lacks());
  received.acknowledge(2 * count);
  EXPECT_TRUE(received.lacks());
  for (std::uint32_t i = 0; i != most_kept + 1; ++i) received.add(2 * i, 2);
  EXPECT_FALSE(received.lacks()) << "of later ones nothing is known";
}

TEST(Received, NumbersThatAreNowhereNear) {
  Received received;
  received.begin(0);
  received.add(0, 10);
  received.acknowledge(10);
  received.add(0x80000000, 10);
  received.add(0x7FFFFFFF, 0xFFFFFFFF);
  EXPECT_FALSE(received.lacks());
}

}  // namespace
}  // namespace godot::analysis::report
