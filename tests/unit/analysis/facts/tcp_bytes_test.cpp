// SPDX-License-Identifier: MIT
// The bytes of a TCP connection that a message pays for, and helpers of the facts.
#include "analysis/facts/tcp_bytes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "analysis/facts/digest.h"

namespace godot::analysis::facts {
namespace {

// RFC 6455, 5.2: 7 bits of length, or 126 and 16 bits, or 127 and 64 bits; 4 bytes of mask.
TEST(WebSocketHeaders, HaveTheLengthThatTheirMessageNeeds) {
  EXPECT_EQ(websocket::head_size(0, false), 2U);
  EXPECT_EQ(websocket::head_size(125, false), 2U);
  EXPECT_EQ(websocket::head_size(126, false), 4U);
  EXPECT_EQ(websocket::head_size(65535, false), 4U);
  EXPECT_EQ(websocket::head_size(65536, false), 10U);
  EXPECT_EQ(websocket::head_size(125, true), 6U);
}

TEST(WebSocketHeaders, OfTheClientAreMasked) {
  Streams streams;
  streams.begin(1, false);
  streams.begin(0, false);
  EXPECT_EQ(streams.websocket_header_of(1, 10), 6U);
  EXPECT_EQ(streams.websocket_header_of(0, 10), 2U);
}

TEST(WebSocketHeaders, OfTheClientAreMaskedIfTheServersAnswerIsTheFirstSegment) {
  Streams streams;
  streams.begin(1, true);
  EXPECT_EQ(streams.websocket_header_of(0, 10), 6U);
  EXPECT_EQ(streams.websocket_header_of(1, 10), 2U);
}

TEST(TcpStreams, RecogniseRetransmissions) {
  Stream stream;
  EXPECT_TRUE(stream.is_new(100, 10));
  stream.add(100, 10, 64);
  EXPECT_FALSE(stream.is_new(100, 10));
  EXPECT_TRUE(stream.is_new(105, 10)) << "half of it";
  Stream wrapping;
  wrapping.add(0xFFFFFFFC, 8, 62);
  EXPECT_FALSE(wrapping.is_new(0xFFFFFFFC, 8));
  EXPECT_TRUE(wrapping.is_new(4, 8)) << "sequence numbers begin anew";
}

// A segment that was lost comes behind those that were sent after it.
TEST(TcpStreams, TakeLateSegmentsForNew) {
  Stream stream;
  stream.add(0xFFFFFFF0, 16, 70);
  stream.add(20, 10, 64);
  stream.add(40, 10, 64);
  EXPECT_EQ(stream.seen(0, 20), 0U);
  EXPECT_EQ(stream.seen(15, 10), 5U) << "five of the hole, five behind it";
  EXPECT_EQ(stream.seen(0, 60), 20U) << "over both holes, and ten new bytes";
  stream.add(0, 10, 64);
  EXPECT_EQ(stream.seen(0, 20), 10U) << "the front of the hole is filled";
  stream.add(5, 15, 69);
  EXPECT_EQ(stream.seen(0, 20), 20U);
  EXPECT_EQ(stream.seen(30, 10), 0U) << "the other one is open";
  stream.add(35, 5, 59);
  EXPECT_EQ(stream.seen(30, 10), 5U) << "its end is filled";
  EXPECT_EQ(stream.waiting().payload, 16U + 10 + 10 + 10 + 10 + 5);
}

// Linux joins segments that it sends again with those behind them.
TEST(TcpStreams, CountTheNewBytesOfASegmentThatIsPartlyOld) {
  Stream stream;
  stream.add(100, 10, 64);
  stream.add(100, 25, 79);
  EXPECT_EQ(stream.waiting().payload, 25U);
  EXPECT_EQ(stream.waiting().headers, 108U);
  EXPECT_FALSE(stream.is_new(110, 15));
  stream.add(110, 15, 69);
  EXPECT_EQ(stream.waiting().payload, 40U) << "a message ends in it, though all of it is old";
}

TEST(TcpStreams, CountBytesThatNoMessageClaims) {
  Stream stream;
  stream.add(1, 10, 64);
  const Cost first = stream.claim(6, 4, false);
  EXPECT_EQ(first.own, 6U);
  EXPECT_EQ(first.protocol, 4U);
  EXPECT_EQ(first.share, 54U);
  EXPECT_EQ(stream.leave().payload, 0U);
  // 100 bytes without a message, then a message of 30 in a segment of its own.
  stream.add(11, 100, 154);
  stream.add(111, 30, 84);
  const Cost second = stream.claim(26, 4, false);
  EXPECT_EQ(second.own + second.protocol, 30U);
  const Stream::Bytes strange = stream.leave();
  EXPECT_EQ(strange.payload, 70U);
  EXPECT_EQ(stream.waiting().payload, 30U) << "the beginning of the next message, perhaps";
  EXPECT_EQ(second.share + strange.headers + stream.waiting().headers, 2 * 54U) << "no byte of headers is lost";
}

// Godot's client sends the header of a WebSocket message in a segment of its own.
TEST(TcpStreams, GiveTheFirstMessageItsHeaderThatCameAlone) {
  Stream stream;
  stream.add(1, 155, 221);  // the request of the upgrade
  stream.add(156, 6, 72);
  stream.add(162, 46, 112);
  const Cost first = stream.claim(46, 6, false);
  EXPECT_EQ(first.own, 46U);
  EXPECT_EQ(first.protocol, 6U);
  EXPECT_EQ(first.share, 2 * 66U);
  const Stream::Bytes handshake = stream.leave();
  EXPECT_EQ(handshake.payload, 155U);
  EXPECT_EQ(handshake.headers, 66U);
  EXPECT_EQ(stream.waiting().payload, 0U);
}

TEST(TcpStreams, GiveTheFirstMessageOfManySegmentsAllThatWaits) {
  Stream stream;
  for (std::uint32_t i = 0; i < 4; ++i) stream.add(1 + i * 10, 10, 76);
  const Cost first = stream.claim(34, 6, false);
  EXPECT_EQ(first.own + first.protocol, 40U);
  EXPECT_EQ(first.share, 4 * 66U);
  EXPECT_EQ(stream.leave().payload, 0U);
}

/// The first numbers of splitmix64 for the seed 0, as its authors' program writes them.
TEST(Digests, AreMixedAsBySplitmix) {
  constexpr std::uint64_t step = 0x9E3779B97F4A7C15;
  EXPECT_EQ(mixed(0), 0xE220A8397B1DCDAFU);
  EXPECT_EQ(mixed(step), 0x6E789E6AA1B965F4U);
  EXPECT_EQ(mixed(2 * step), 0x06C45D188009454FU);
}

/// Any two of these differ: each size, with each bit set, and with each pair of signs of its numbers.
TEST(Digests, DifferForDifferentBytes) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  const auto add = [&](const std::vector<std::uint8_t>& bytes) {
    seen.insert(digest(bytes));
    ++count;
  };
  for (std::size_t size = 0; size <= 40; ++size) {
    std::vector<std::uint8_t> bytes(size);
    add(bytes);
    for (std::size_t bit = 0; bit != size * 8; ++bit) {
      const auto flip = [&](std::size_t place) { bytes[place / 8] ^= static_cast<std::uint8_t>(1U << place % 8); };
      flip(bit);
      add(bytes);
      for (std::size_t other = bit + 8; other < size * 8; other += 8) {
        flip(other);
        add(bytes);
        flip(other);
      }
      flip(bit);
    }
  }
  EXPECT_EQ(seen.size(), count);
}

}  // namespace
}  // namespace godot::analysis::facts
