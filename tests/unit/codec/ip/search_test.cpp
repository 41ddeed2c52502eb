// SPDX-License-Identifier: MIT
// Frames written by hand: what is found in them, and that nothing is found in any cut one that lacks what is asked for.
#include "codec/ip/search.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace godot::ip;
using Frame = std::vector<std::uint8_t>;

const Frame client = {10, 0, 2, 2};
const Frame server = {203, 0, 113, 1};
const Frame client6(16, 0xfd);
const Frame server6(16, 0xfe);
constexpr std::uint32_t client_port = 53328;
constexpr std::uint32_t server_port = 3478;

void append(Frame& frame, const Frame& more) { frame.insert(frame.end(), more.begin(), more.end()); }
void append16(Frame& frame, std::size_t number) {
  append(frame, {static_cast<std::uint8_t>(number >> 8U), static_cast<std::uint8_t>(number)});
}
void append(Frame& frame, std::string_view text) { frame.insert(frame.end(), text.begin(), text.end()); }

/// Ethernet and IP up to the ports; `length`: of what follows the header of IP.
Frame begin(bool is_v4, std::size_t length) {
  Frame frame(14, 0xee);
  if (is_v4) {
    append(frame, {0x45, 0});
    append16(frame, 20 + length);
    append(frame, Frame(8, 0));
  } else {
    append(frame, {0x60, 0, 0, 0});
    append16(frame, length);
    append(frame, {17, 64});
  }
  append(frame, is_v4 ? client : client6);
  append(frame, is_v4 ? server : server6);
  append16(frame, client_port);
  append16(frame, server_port);
  return frame;
}
Ends ends(bool is_v4) { return {is_v4 ? client : client6, is_v4 ? server : server6, client_port, server_port}; }

Frame udp(bool is_v4, std::string_view payload) {
  Frame frame = begin(is_v4, 8 + payload.size());
  append16(frame, 8 + payload.size());
  append16(frame, 0);
  append(frame, payload);
  return frame;
}

/// `length`: what IP says of it; by default what is so.
Frame tcp(bool is_v4, std::string_view payload, std::size_t length = SIZE_MAX) {
  Frame frame = begin(is_v4, length == SIZE_MAX ? 24 + payload.size() : length);
  append(frame, {0, 0, 1, 2, 0, 0, 3, 4, 0x60, 0x18, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1});
  append(frame, payload);
  return frame;
}

std::string text(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

class Family : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Ip, Family, testing::Bool());

TEST_P(Family, datagram) {
  const Frame frame = udp(GetParam(), "hello");
  const Datagram found = datagram_in(frame, ends(GetParam()));
  EXPECT_EQ(text(found.payload), "hello");
  EXPECT_EQ(found.reported, 5U);
}

TEST_P(Family, datagram_that_was_cut) {
  const Frame whole = udp(GetParam(), "hello");
  for (std::size_t size = 0; size != whole.size(); ++size) {
    const Datagram found = datagram_in(Bytes(whole).first(size), ends(GetParam()));
    const std::size_t missing = whole.size() - size;
    EXPECT_EQ(found.reported, missing <= 5 ? 5U : 0U) << size;
    EXPECT_EQ(text(found.payload), std::string("hello").substr(0, missing <= 5 ? 5 - missing : 0)) << size;
  }
}

TEST_P(Family, datagram_shorter_than_its_header) {
  Frame frame = udp(GetParam(), "hello");
  frame[frame.size() - 5 - 3] = 7;
  EXPECT_EQ(datagram_in(frame, ends(GetParam())).reported, 0U);
}

TEST_P(Family, segment) {
  const Frame frame = tcp(GetParam(), "hello");
  Segment found;
  ASSERT_TRUE(segment_in(frame, frame.size(), ends(GetParam()), found));
  EXPECT_EQ(found.sequence, 0x0102U);
  EXPECT_EQ(found.acknowledged, 0x0304U);
  EXPECT_EQ(found.flags, 0x18);
  EXPECT_EQ(text(found.payload), "hello");
  EXPECT_EQ(found.reported, 5U);
}

TEST_P(Family, segment_that_was_cut) {
  const Frame whole = tcp(GetParam(), "hello");
  for (std::size_t size = 0; size != whole.size(); ++size) {
    Segment found;
    const std::size_t missing = whole.size() - size;
    // The options, 4 bytes, are not read.
    ASSERT_EQ(segment_in(Bytes(whole).first(size), whole.size(), ends(GetParam()), found), missing <= 5 + 4) << size;
    if (missing > 5 + 4) continue;
    EXPECT_EQ(found.reported, 5U) << size;
    EXPECT_EQ(text(found.payload), std::string("hello").substr(0, missing <= 5 ? 5 - missing : 0)) << size;
  }
}

TEST_P(Family, segment_behind_which_the_frame_is_padded) {
  Frame frame = tcp(GetParam(), "hello");
  append(frame, Frame(6, 0));
  Segment found;
  ASSERT_TRUE(segment_in(frame, frame.size(), ends(GetParam()), found));
  EXPECT_EQ(text(found.payload), "hello");
}

TEST_P(Family, segment_too_short_for_its_header) {
  const Frame frame = tcp(GetParam(), "hello", 22);
  Segment found;
  EXPECT_FALSE(segment_in(frame, frame.size(), ends(GetParam()), found));
}

TEST(Segment, without_a_length_reaches_to_the_frames_end) {
  Frame frame = tcp(false, "hello", 0);
  Segment found;
  ASSERT_TRUE(segment_in(frame, frame.size(), ends(false), found));
  EXPECT_EQ(text(found.payload), "hello");
}

TEST(Ends, that_are_not_there) {
  const Frame frame = udp(true, "hello");
  EXPECT_EQ(datagram_in(frame, {server, client, server_port, client_port}).reported, 0U);
  Segment found;
  EXPECT_FALSE(segment_in(frame, frame.size(), {server, client, server_port, client_port}, found));
}

TEST(Ends, that_are_no_addresses_of_ip) {
  const Frame name = {'p', 'e', 'e', 'r', '1'};
  const Frame frame = udp(true, "hello");
  EXPECT_EQ(datagram_in(frame, {name, name, 0, 0}).reported, 0U);
  EXPECT_EQ(datagram_in(frame, {client, server6, client_port, server_port}).reported, 0U);
}

TEST(Ends, far_behind_the_frames_beginning) {
  Frame frame(600, 0);
  append(frame, udp(true, "hello"));
  EXPECT_EQ(datagram_in(frame, ends(true)).reported, 0U);
}

TEST(Known, payload) {
  const Frame frame = tcp(true, "hello");
  const KnownSegment segment = {client_port, server_port, 0x0102, 0x0304, 24, 5};
  EXPECT_EQ(text(payload_in(frame, segment)), "hello");
  EXPECT_EQ(text(payload_in(Bytes(frame).first(frame.size() - 2), segment)), "hel");
  EXPECT_TRUE(payload_in(Bytes(frame).first(frame.size() - 5), segment).empty());
  KnownSegment other = segment;
  other.sequence += 1;
  EXPECT_TRUE(payload_in(frame, other).empty());
}

TEST(Packets, AreFoundFromTheirHeaderOn) {
  for (const bool is_v4 : {false, true}) {
    const Frame frame = udp(is_v4, "hello");
    const Bytes packet = packet_in(frame, ends(is_v4));
    ASSERT_EQ(packet.size(), frame.size() - 14);
    EXPECT_EQ(packet[0], is_v4 ? 0x45 : 0x60);
    EXPECT_TRUE(packet_in(Bytes(frame).subspan(20), ends(is_v4)).empty()) << "its header is not whole";
    EXPECT_TRUE(packet_in(frame, ends(!is_v4)).empty());
  }
  EXPECT_TRUE(packet_in(udp(true, "x"), {Frame(3, 1), Frame(3, 1), 1, 2}).empty());
}

}  // namespace
