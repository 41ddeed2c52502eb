// SPDX-License-Identifier: MIT
// The bytes of a TCP connection that a message pays for, and helpers of the facts.
#include "plugin/analysis/facts/stream.h"

#include <gtest/gtest.h>

#include <string_view>

#include "plugin/analysis/facts/digest.h"

namespace godot::analysis::facts {
namespace {

// RFC 6455, 5.2: 7 bits of length, or 126 and 16 bits, or 127 and 64 bits; 4 bytes of mask.
TEST(WebSocketHeaders, HaveTheLengthThatTheirMessageNeeds) {
  EXPECT_EQ(websocket_header(0, false), 2U);
  EXPECT_EQ(websocket_header(125, false), 2U);
  EXPECT_EQ(websocket_header(126, false), 4U);
  EXPECT_EQ(websocket_header(65535, false), 4U);
  EXPECT_EQ(websocket_header(65536, false), 10U);
  EXPECT_EQ(websocket_header(125, true), 6U);
}

TEST(WebSocketHeaders, OfTheClientAreMasked) {
  Streams streams;
  streams.begin(1);
  streams.begin(0);
  EXPECT_EQ(streams.websocket_header_of(1, 10), 6U);
  EXPECT_EQ(streams.websocket_header_of(0, 10), 2U);
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

// The vectors are those of the algorithm's authors (FNV-1a, 64 bits).
TEST(Digests, AreThoseOfFnv) {
  const auto of = [](std::string_view text) {
    return digest({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  EXPECT_EQ(of(""), 0xCBF29CE484222325U);
  EXPECT_EQ(of("a"), 0xAF63DC4C8601EC8CU);
  EXPECT_EQ(of("foobar"), 0x85944171F73967E8U);
}

}  // namespace
}  // namespace godot::analysis::facts
