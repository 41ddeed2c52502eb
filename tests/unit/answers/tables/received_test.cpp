// SPDX-License-Identifier: MIT
#include "answers/tables/received.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

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

/// A window has at most 2^30 bytes.
TEST(Received, TheFarthestThatASegmentMayBe) {
  constexpr std::uint32_t farthest = 1U << 30U;
  const auto lacks = [](std::uint32_t sequence, std::uint32_t size) {
    Received received;
    received.begin(10);
    received.add(10 + sequence, size);
    return received.lacks();
  };
  EXPECT_TRUE(lacks(farthest, 5));
  EXPECT_FALSE(lacks(farthest + 1, 5)) << "a number that is wrong";
  EXPECT_TRUE(lacks(farthest, farthest));
  EXPECT_FALSE(lacks(farthest, farthest + 1));
  Received behind;
  behind.begin(0);
  behind.add(0, 10);
  behind.add(0U - farthest, farthest);
  behind.acknowledge(10);
  EXPECT_FALSE(behind.lacks());
}

/// Gaps against a list of all bytes, in any order, around the wrap.
TEST(Received, AsAListOfBytes) {
  constexpr std::uint32_t size = 64;
  std::mt19937 random(5);
  for (unsigned round = 0; round != 400; ++round) {
    const std::uint32_t first = 0xFFFFFFE0U + round % 7;
    Received received;
    received.begin(first);
    std::vector<bool> has(size);
    std::uint32_t acknowledged = 0;
    std::uint32_t last = 0;
    for (unsigned i = 0; i != 12; ++i) {
      const std::uint32_t begin = random() % size;
      const std::uint32_t end = std::min<std::uint32_t>(size, begin + 1 + random() % 9);
      received.add(first + begin, end - begin);
      std::fill(has.begin() + begin, has.begin() + end, true);
      last = std::max(last, end);
      acknowledged = std::max<std::uint32_t>(acknowledged, 1 + random() % size);
      received.acknowledge(first + acknowledged);
      // The end of a connection may be acknowledged behind the last byte.
      bool lacks = acknowledged > last + 1;
      for (std::uint32_t at = 0; at < std::min(acknowledged, last); ++at) lacks = lacks || !has[at];
      ASSERT_EQ(received.lacks(), lacks) << round << " " << i;
    }
  }
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
