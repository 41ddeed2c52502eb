// SPDX-License-Identifier: MIT
// Every byte is assigned once, in whole numbers.
#include "analysis/facts/attribution.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/analysis/facts/frames.h"

namespace godot::analysis::facts {
namespace {

using test::Frames;

std::uint64_t sum_of(const Frame& frame) {
  std::uint64_t sum = 0;
  for (const Item* item = frame.envelopes->items; item != nullptr; item = item->next) sum += item->cost.total();
  return sum;
}

TEST(Division, GivesRemaindersInOrder) {
  Division division(10, 3);
  EXPECT_EQ(division.next(1), 3U);
  EXPECT_EQ(division.next(1), 3U);
  EXPECT_EQ(division.next(1), 4U);
}

TEST(Division, AddsUp) {
  std::mt19937 random(1);  // NOLINT: the same numbers in every run
  for (int round = 0; round != 1000; ++round) {
    std::vector<std::uint32_t> weights(1 + random() % 40);
    std::uint64_t all = 0;
    for (std::uint32_t& weight : weights) all += weight = random() % 3 == 0 ? 0 : random() % 70000;
    const std::uint32_t bytes = random() % 100000;
    Division division(bytes, all);
    std::uint64_t sum = 0;
    for (const std::uint32_t weight : weights) sum += division.next(weight);
    EXPECT_EQ(sum, bytes);
  }
}

TEST(Attribution, DividesTheHeadersOfADatagram) {
  Frames frames;
  Frame& frame = frames.datagram(44, 4);
  const Item& call = frames.add(frame, Kind::remote_call, 24, 6);
  const Item& ack = frames.add(frame, Kind::acknowledgement, 0, 10);
  EXPECT_EQ(attribute(frame), 0U);
  EXPECT_EQ(call.cost.own, 24U);
  EXPECT_EQ(call.cost.protocol, 6U);
  EXPECT_EQ(ack.cost.protocol, 10U);
  // 4 + 42 bytes, by 30 and 10.
  EXPECT_EQ(call.cost.share, 34U);
  EXPECT_EQ(ack.cost.share, 12U);
  EXPECT_EQ(sum_of(frame), frame.length);
}

TEST(Attribution, ScalesWhatWasCompressed) {
  Frames frames;
  Frame& frame = frames.datagram(52, 2);  // 50 bytes, decompressed to 100
  const Item& one = frames.add(frame, Kind::remote_call, 60, 10);
  const Item& other = frames.add(frame, Kind::remote_call, 25, 5);
  EXPECT_EQ(attribute(frame), 0U);
  EXPECT_EQ(one.cost.own + one.cost.protocol, 35U);
  EXPECT_EQ(other.cost.own + other.cost.protocol, 15U);
  EXPECT_EQ(sum_of(frame), frame.length);
}

TEST(Attribution, NeverExceedsTheFrame) {
  Frames frames;
  Frame& frame = frames.datagram(3000, 4);
  frames.add(frame, Kind::raw, 2990, 6);
  frame.length = 1500;  // earlier IP fragments carried the first half
  EXPECT_EQ(attribute(frame), 0U);
  EXPECT_EQ(sum_of(frame), frame.length);
}

TEST(Attribution, AssignsAFrameWithoutItemsToNoMessage) {
  Frames frames;
  Frame& frame = frames.datagram(20, 4);
  EXPECT_EQ(attribute(frame), frame.length);
  EXPECT_EQ(attribute(frame), frame.length) << "asked again";
}

TEST(Attribution, DividesAMessageAmongItsParts) {
  Frames frames;
  Frame& frame = frames.datagram(50, 4);
  Item& sync = frames.add(frame, Kind::sync, 30, 16);
  const Part& position = frames.part(sync, "Player", "position", 12);
  const Part& health = frames.part(sync, "Player", "health", 18);
  attribute(frame);
  EXPECT_EQ(position.cost.own, 12U);
  EXPECT_EQ(health.cost.own, 18U);
  EXPECT_EQ(position.cost.protocol + health.cost.protocol, 16U);
  EXPECT_EQ(position.cost.total() + health.cost.total(), frame.length);
}

/// The bytes of two envelopes, the second of which has none that was seen.
TEST(Attribution, DividesTheHeadersAmongEnvelopesWithItems) {
  Frames frames;
  Frame& frame = frames.datagram(44, 4);
  const Item& call = frames.add(frame, Kind::remote_call, 24, 16);
  Envelope empty{.transport = Transport::enet};
  empty.size = 100;
  frame.envelopes->next = &empty;
  EXPECT_EQ(attribute(frame), 0U);
  EXPECT_EQ(call.cost.total(), frame.length);
}

/// A part's own bytes and its headers are divided apart.
TEST(Attribution, PartsHaveTheirOwnHeaders) {
  Frames frames;
  Frame& frame = frames.datagram(44, 4);
  Item& item = frames.add(frame, Kind::sync, 30, 10);
  Part& small = frames.part(item, "Player", "position", 10);
  Part& large = frames.part(item, "Player", "health", 20);
  small.protocol = 10;
  attribute(frame);
  EXPECT_EQ(small.cost.own, 10U);
  EXPECT_EQ(large.cost.own, 20U);
  EXPECT_EQ(small.cost.protocol, 5U);
  EXPECT_EQ(large.cost.protocol, 5U);
}

/// Parts without bytes of their own share the message by their headers.
TEST(Attribution, DividesAMessageWithoutOwnBytesByHeaders) {
  Frames frames;
  Frame& frame = frames.datagram(44, 4);
  Item& item = frames.add(frame, Kind::sync, 10, 30);
  Part& small = frames.part(item, "Player", "position", 0);
  Part& large = frames.part(item, "Player", "health", 0);
  small.protocol = 10;
  large.protocol = 30;
  attribute(frame);
  EXPECT_EQ(small.cost.own, 2U);
  EXPECT_EQ(large.cost.own, 8U);
  EXPECT_EQ(small.cost.protocol, 7U);
  EXPECT_EQ(large.cost.protocol, 23U);
  EXPECT_EQ(small.cost.total() + large.cost.total(), frame.length);
}

TEST(Attribution, LeavesWhatASegmentCarriesToItsStream) {
  Frames frames;
  Frame& frame = frames.segment(1, 40);
  const Item& item = frames.add(frame, Kind::remote_call, 30, 10);
  EXPECT_EQ(attribute(frame), frame.length);
  EXPECT_EQ(item.cost.total(), 0U);
}

TEST(Attribution, IsTheSameForEveryQuestion) {
  Frames frames;
  Frame& frame = frames.datagram(52, 2);
  frames.add(frame, Kind::remote_call, 60, 10);
  attribute(frame);
  const std::uint64_t first = sum_of(frame);
  attribute(frame);
  EXPECT_EQ(sum_of(frame), first);
}

}  // namespace
}  // namespace godot::analysis::facts
