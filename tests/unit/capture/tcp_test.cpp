// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "capture/tcp/connections.h"
#include "tests/unit/capture/bytes.h"

namespace godot::capture::test {
namespace {

/// Keeps what it gets; takes units of `unit` bytes.
struct Keeper final : Consumer {
  Bytes bytes;
  std::vector<std::uint32_t> frames;   ///< of each unit
  std::vector<std::uint64_t> offsets;  ///< where each unit begins, and where it goes on behind each gap
  std::uint64_t lost = 0;
  unsigned gaps = 0;
  unsigned ends = 0;
  std::size_t unit = 1;
  std::size_t asked = 0;

  Taken take(const Part& part) override {
    ++asked;
    if (part.bytes.size() < unit) return {.bytes = 0, .needs = unit};
    const auto taken = part.bytes.first(unit);
    bytes.insert(bytes.end(), taken.begin(), taken.end());
    frames.push_back(part.frame);
    offsets.push_back(part.offset);
    return {.bytes = unit, .needs = unit};
  }
  void lose(const Part& part, std::uint64_t count) override {
    lost += count;
    ++gaps;
    offsets.push_back(part.offset);
  }
  void end(const Part&) override { ++ends; }
};

struct Keepers final : Consumers {
  std::vector<Keeper*> made;
  std::size_t unit = 1;
  bool reads = true;

  std::unique_ptr<Consumer> begin(const Connection&) override {
    if (!reads) return nullptr;
    auto keeper = std::make_unique<Keeper>();
    keeper->unit = unit;
    made.push_back(keeper.get());
    return keeper;
  }
};

struct Capture {
  Keepers keepers;
  Connections connections{keepers};
  std::uint32_t number = 0;

  void send(bool from_client, std::uint8_t flags, std::uint32_t sequence, std::uint32_t acknowledged,
            const Bytes& bytes = {}, std::size_t cut = 0) {
    Packet packet;
    packet.carrier = Carrier::tcp;
    packet.source.port = from_client ? 1000 : 80;
    packet.destination.port = from_client ? 80 : 1000;
    packet.segment = {sequence, acknowledged, flags};
    packet.payload = std::span(bytes).first(bytes.size() - cut);
    packet.reported = static_cast<std::uint32_t>(bytes.size());
    Frame frame;
    frame.number = ++number;
    connections.add(frame, packet);
  }
  Keeper& last() { return *keepers.made.back(); }
};

constexpr std::uint8_t syn = Segment::syn;
constexpr std::uint8_t ack = Segment::ack;
constexpr std::uint8_t fin = Segment::fin;
constexpr std::uint8_t rst = Segment::rst;

Bytes counted(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i != size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 31 + i / 256);
  return bytes;
}

TEST(Tcp, AnyOrderWithCopiesAndOverlapsAroundTheWrap) {
  const Bytes whole = counted(3000);
  std::mt19937 random(2);
  for (unsigned round = 0; round != 200; ++round) {
    std::vector<std::pair<std::size_t, std::size_t>> segments;
    for (std::size_t at = 0; at < whole.size();) {
      const std::size_t size = std::min<std::size_t>(1 + random() % 200, whole.size() - at);
      segments.emplace_back(at, size);
      segments.emplace_back(at - std::min<std::size_t>(at, random() % 50), std::min(size + 20, whole.size() - at));
      at += size;
    }
    std::shuffle(segments.begin(), segments.end(), random);
    Capture capture;
    const std::uint32_t first = 0xFFFFFF00U + round;
    capture.send(true, syn, first - 1, 0);
    for (const auto& [at, size] : segments)
      capture.send(true, ack, first + static_cast<std::uint32_t>(at), 0,
                   Bytes(whole.begin() + static_cast<std::ptrdiff_t>(at),
                         whole.begin() + static_cast<std::ptrdiff_t>(at + size)));
    capture.send(true, fin | ack, first + 3000, 0);
    EXPECT_EQ(capture.last().bytes, whole);
    EXPECT_EQ(capture.last().lost, 0U);
    EXPECT_EQ(capture.last().ends, 1U);
    EXPECT_TRUE(std::is_sorted(capture.last().frames.begin(), capture.last().frames.end()));
  }
}

TEST(Tcp, AUnitHasTheFrameThatCompletesIt) {
  Capture capture;
  capture.keepers.unit = 4;
  capture.send(true, syn, 0, 0);                 // 1
  capture.send(true, ack, 1, 0, {1, 2, 3});      // 2
  capture.send(true, ack, 7, 0, {7, 8, 9});      // 3: too early
  capture.send(true, ack, 4, 0, {4, 5, 6});      // 4: completes both
  capture.send(true, ack, 10, 0, {10, 11, 12});  // 5
  EXPECT_EQ(capture.last().frames, (std::vector<std::uint32_t>{4, 4, 5}));
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
}

TEST(Tcp, AConsumerIsAskedAgainOnlyWhenThereIsEnough) {
  Capture capture;
  capture.keepers.unit = 100000;
  capture.send(true, syn, 0, 0);
  for (std::uint32_t i = 0; i != 100000; ++i) capture.send(true, ack, 1 + i, 0, {5});
  EXPECT_EQ(capture.last().bytes.size(), 100000U);
  EXPECT_EQ(capture.last().asked, 2U);
}

TEST(Tcp, WhatWasAcknowledgedAndIsNotInTheCaptureIsLost) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 1, 0, {1, 2, 3});
  capture.send(true, ack, 10, 0, {4, 5});
  EXPECT_EQ(capture.last().bytes.size(), 3U);
  capture.send(false, ack, 500, 9);
  EXPECT_EQ(capture.last().bytes.size(), 3U) << "not all of the gap";
  capture.send(false, ack, 500, 12);
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2, 3, 4, 5}));
  EXPECT_EQ(capture.last().lost, 6U);
  EXPECT_EQ(capture.connections.all()[0]->lost[0], 6U);
  // Behind it, all is in order again.
  capture.send(true, ack, 12, 0, {6});
  EXPECT_EQ(capture.last().bytes.back(), 6);
}

TEST(Tcp, AGapAtTheEndOfTheCaptureIsSaid) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 5, 0, {1});
  capture.send(true, ack, 6, 0, {2});
  EXPECT_TRUE(capture.last().bytes.empty());
  capture.connections.finish();
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2}));
  EXPECT_EQ(capture.last().lost, 4U);
}

TEST(Tcp, NothingWaitsForEverBehindAGap) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  const Bytes segment(1000, 1);
  for (std::uint32_t i = 0; i != 10000; ++i) capture.send(true, ack, 2 + i * 1000, 0, segment);
  EXPECT_EQ(capture.last().lost, 1U);
  EXPECT_GT(capture.last().bytes.size(), 1000000U);
}

TEST(Tcp, ACutSegmentIsAGap) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 1, 0, {1, 2, 3, 4}, 3);
  capture.send(true, ack, 5, 0, {5});
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 5}));
  EXPECT_EQ(capture.last().lost, 3U);
}

TEST(Tcp, TheSameEndsAgain) {
  Capture capture;
  capture.send(true, syn, 100, 0);
  capture.send(true, syn, 100, 0);
  capture.send(false, syn | ack, 700, 101);
  capture.send(true, ack, 101, 701, {1});
  capture.send(true, fin | ack, 102, 701);
  capture.send(true, syn, 900, 0);
  capture.send(true, ack, 901, 0, {2});
  ASSERT_EQ(capture.keepers.made.size(), 2U);
  EXPECT_EQ(capture.keepers.made[0]->bytes, Bytes{1});
  EXPECT_EQ(capture.keepers.made[1]->bytes, Bytes{2});
  EXPECT_TRUE(capture.connections.all()[1]->knows_client);
}

/// A direction ends once; copies of its last segment, acknowledgements and bytes behind the end change nothing.
TEST(Tcp, NothingFollowsTheEnd) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 1, 0, {1, 2});
  capture.send(true, fin | ack, 3, 0);
  EXPECT_EQ(capture.last().ends, 1U);
  capture.send(false, ack, 500, 4);
  capture.send(true, fin | ack, 3, 0);
  capture.send(true, ack, 3, 0, {9, 9});
  capture.send(true, ack, 20, 0, {9, 9});
  capture.connections.finish();
  EXPECT_EQ(capture.last().ends, 1U);
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2}));
  EXPECT_EQ(capture.last().lost, 0U);
}

/// The end was captured before the bytes in front of it.
TEST(Tcp, TheEndWaitsForWhatIsBeforeIt) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, fin | ack, 4, 0);
  capture.send(true, ack, 2, 0, {2, 3});
  EXPECT_EQ(capture.last().ends, 0U);
  capture.send(true, ack, 1, 0, {1});
  EXPECT_EQ(capture.last().ends, 1U);
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2, 3}));
}

/// Of pieces that wait and begin at one place, the longest one is used.
TEST(Tcp, TheLongerOfTwoPiecesStays) {
  for (const bool is_longer_first : {false, true}) {
    Capture capture;
    capture.send(true, syn, 0, 0);
    capture.send(true, ack, 3, 0, is_longer_first ? Bytes{3, 4, 5} : Bytes{3});
    capture.send(true, ack, 3, 0, is_longer_first ? Bytes{3} : Bytes{3, 4, 5});
    capture.send(true, ack, 3, 0, {9, 9, 9});
    capture.send(true, ack, 1, 0, {1, 2});
    EXPECT_EQ(capture.last().bytes, (Bytes{1, 2, 3, 4, 5}));
    EXPECT_EQ(capture.last().lost, 0U);
  }
}

/// The client is who opens; an answer tells it, too.
TEST(Tcp, WhoTheClientIs) {
  Capture asked;
  asked.send(true, syn, 0, 0);
  EXPECT_TRUE(asked.connections.all()[0]->knows_client);
  EXPECT_EQ(asked.connections.all()[0]->client, 0U);
  Capture answered;
  answered.send(false, syn | ack, 0, 1);
  EXPECT_TRUE(answered.connections.all()[0]->knows_client);
  EXPECT_EQ(answered.connections.all()[0]->client, 1U);
}

/// What an ICMP error quotes, and a first fragment, are no segments; the connection that is meant is found.
TEST(Tcp, QuotesAreNoSegments) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  Packet packet;
  packet.carrier = Carrier::tcp;
  packet.source.port = 1000;
  packet.destination.port = 80;
  packet.segment = {.sequence = 1, .flags = ack};
  const Bytes bytes = {1, 2};
  packet.payload = bytes;
  packet.reported = 2;
  packet.is_quoted = true;
  EXPECT_EQ(capture.connections.add({}, packet), nullptr);
  EXPECT_EQ(capture.connections.quoted(packet), capture.connections.all()[0]);
  packet.is_quoted = false;
  packet.is_fragment = true;
  EXPECT_EQ(capture.connections.add({}, packet), nullptr);
  packet.is_fragment = false;
  EXPECT_EQ(capture.connections.add({}, packet), capture.connections.all()[0]);
  EXPECT_EQ(capture.last().bytes, bytes);
  packet.carrier = Carrier::udp;
  EXPECT_EQ(capture.connections.add({}, packet), nullptr);
  EXPECT_EQ(capture.connections.quoted(packet), nullptr);
  packet.carrier = Carrier::tcp;
  packet.source.port = 1001;
  EXPECT_EQ(capture.connections.quoted(packet), nullptr) << "of another connection";
}

TEST(Tcp, WithoutItsBeginning) {
  Capture capture;
  capture.send(false, ack, 5000, 0, {1, 2});
  capture.send(false, rst | ack, 5002, 0);
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2}));
  EXPECT_FALSE(capture.connections.all()[0]->knows_client);
}

TEST(Tcp, TlsIsCountedNotRead) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 1, 0, {22, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3});
  EXPECT_EQ(capture.connections.all()[0]->encryption, Encryption::tls);
  EXPECT_EQ(capture.connections.all()[0]->bytes[0], 11U);
}

/// A unit may begin in one segment and end in the next but one; behind a gap, offsets count what the capture lacks.
TEST(Tcp, AUnitSaysWhereItBegins) {
  Capture capture;
  capture.keepers.unit = 4;
  capture.send(true, syn, 0xFFFFFFF0U, 0);
  capture.send(true, ack, 0xFFFFFFF1U, 0, counted(10));  // two units, and half of one
  capture.send(true, ack, 0xFFFFFFFBU, 0, counted(1));
  capture.send(true, ack, 0xFFFFFFFCU, 0, counted(9));  // the third, fourth and fifth; the numbers wrap
  capture.send(true, ack, 11, 0, counted(4));
  capture.send(false, ack, 0, 11);
  EXPECT_EQ(capture.last().offsets, (std::vector<std::uint64_t>{0, 4, 8, 12, 16, 26, 26}));
  EXPECT_EQ(capture.last().lost, 6U);
  EXPECT_EQ(capture.last().asked, 6U) << "never for less than it needs";
}

/// An acknowledgement of all bytes before a piece shows that they will not come; one byte less does not.
TEST(Tcp, AGapIsGivenUpWhenItsLastByteIsAcknowledged) {
  for (const std::uint32_t acknowledged : {9U, 10U}) {
    Capture capture;
    capture.send(true, syn, 0, 0);
    capture.send(true, ack, 1, 0, {1, 2, 3});
    capture.send(true, ack, 10, 0, {4, 5});
    capture.send(false, ack, 500, acknowledged);
    EXPECT_EQ(capture.last().bytes, acknowledged == 10 ? (Bytes{1, 2, 3, 4, 5}) : (Bytes{1, 2, 3})) << acknowledged;
    EXPECT_EQ(capture.last().lost, acknowledged == 10 ? 6U : 0U) << acknowledged;
  }
}

/// Pieces that waited behind one gap follow each other, or overlap: there is one gap, and a unit may go across them.
TEST(Tcp, PiecesBehindAGapAreRead) {
  for (const std::uint32_t overlap : {0U, 2U}) {
    Capture capture;
    capture.keepers.unit = 4;
    capture.send(true, syn, 0, 0);
    capture.send(true, ack, 11, 0, {1, 2, 3});
    capture.send(true, ack, 14 - overlap, 0, overlap == 0 ? Bytes{4, 5} : Bytes{2, 3, 4, 5});
    capture.send(true, ack, 16, 0, {6, 7, 8});
    capture.send(false, ack, 0, 19);
    EXPECT_EQ(capture.last().bytes, (Bytes{1, 2, 3, 4, 5, 6, 7, 8})) << overlap;
    EXPECT_EQ(capture.last().lost, 10U) << overlap;
    EXPECT_EQ(capture.last().gaps, 1U) << overlap;
  }
}

/// RFC 9293, 3.5.3: a reset may carry a text about its cause, which is nothing that the program has sent.
TEST(Tcp, TheTextOfAResetIsNoData) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 1, 0, {1, 2});
  capture.send(true, rst | ack, 3, 0, of("gone"));
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2}));
  EXPECT_EQ(capture.last().lost, 0U);
}

/// A direction whose beginning is not in the capture begins with its first byte, not with an acknowledgement, before
/// which a byte may be sent again.
TEST(Tcp, AnAcknowledgementIsNotTheFirstByte) {
  Capture capture;
  capture.send(true, ack, 5002, 0);
  capture.send(true, ack, 5000, 0, {1, 2});
  capture.send(true, ack, 5002, 0, {3});
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2, 3}));
  EXPECT_EQ(capture.last().offsets, (std::vector<std::uint64_t>{0, 1, 2}));
}

/// The last segment has bytes and FIN, and comes too early: the direction ends behind its bytes.
TEST(Tcp, TheEndIsBehindTheBytesOfItsSegment) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, fin | ack, 5, 0, {5, 6});
  capture.send(true, ack, 1, 0, {1, 2});
  EXPECT_EQ(capture.last().ends, 0U);
  capture.send(true, ack, 3, 0, {3, 4});
  EXPECT_EQ(capture.last().ends, 1U);
  EXPECT_EQ(capture.last().bytes, (Bytes{1, 2, 3, 4, 5, 6}));
}

/// The first bytes of a direction tell: later ones that look like TLS are what a game sends.
TEST(Tcp, WhatLooksLikeTlsLaterIsNone) {
  const Bytes hello = {22, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3};
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 1, 0, {1, 2, 3});
  capture.send(true, ack, 4, 0, hello);
  EXPECT_EQ(capture.connections.all()[0]->encryption, Encryption::none);
  capture.send(false, ack, 1, 15, hello);
  EXPECT_EQ(capture.connections.all()[0]->encryption, Encryption::tls) << "the first bytes of the other direction";
}

/// Of a connection that nobody reads, bytes are counted, late ones and lost ones, too.
TEST(Tcp, WhatNobodyReadsIsCounted) {
  Capture capture;
  capture.keepers.reads = false;
  capture.send(true, syn, 0, 0);
  capture.send(true, ack, 1, 0, {1, 2, 3});
  capture.send(true, ack, 6, 0, {6, 7});
  capture.send(true, ack, 4, 0, {4, 5});
  capture.send(true, ack, 8, 0, {8, 9, 10, 11}, 3);
  capture.send(true, ack, 12, 0, {12});
  capture.send(true, fin | ack, 13, 0);
  const Connection& connection = *capture.connections.all()[0];
  EXPECT_EQ(connection.bytes, (std::array<std::uint64_t, 2>{9, 0}));
  EXPECT_EQ(connection.lost, (std::array<std::uint64_t, 2>{3, 0}));
}

/// What has waited and was read makes room: however many pieces come in another order, none is given up.
TEST(Connections, PiecesThatWereReadNoLongerWait) {
  Capture capture;
  capture.send(true, syn, 0, 0);
  capture.send(false, syn | ack, 0, 1);
  std::uint32_t next = 1;
  constexpr std::uint32_t pairs = 23'000;
  for (std::uint32_t i = 0; i != pairs; ++i, next += 2) {
    capture.send(true, ack, next + 1, 1, {2});
    capture.send(true, ack, next, 1, {1});
  }
  EXPECT_EQ(capture.last().lost, 0U);
  ASSERT_EQ(capture.last().bytes.size(), 2 * pairs);
  for (std::uint32_t i = 0; i != 2 * pairs; ++i) ASSERT_EQ(capture.last().bytes[i], i % 2 + 1);
  // One that waits now is not given up for those that waited before.
  capture.send(true, ack, next + 1, 1, {2});
  EXPECT_EQ(capture.last().lost, 0U);
}

}  // namespace
}  // namespace godot::capture::test
