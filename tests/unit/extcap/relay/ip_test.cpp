// SPDX-License-Identifier: MIT
// Packets compared with ones written by hand; tshark checks their checksums in tests/dissection/test_relay.py.
#include "extcap/relay/ip.h"

#include <gtest/gtest.h>

namespace {

using namespace godotdump::relay;

End v4(std::uint8_t last, std::uint16_t port) { return {.address = {127, 0, 0, last}, .port = port}; }

/// The sum of 16-bit words, which a right checksum makes 0xFFFF.
std::uint32_t sum_of(const Header& bytes, std::size_t begin, std::size_t end) {
  std::uint32_t sum = 0;
  for (std::size_t at = begin; at < end; at += 2)
    sum += static_cast<std::uint32_t>(bytes[at] << 8) + (at + 1 < end ? bytes[at + 1] : 0U);
  while (sum > 0xFFFF) sum = (sum & 0xFFFF) + (sum >> 16);
  return sum;
}

TEST(Ip, ADatagramOfV4) {
  const std::vector<std::uint8_t> bytes = {0xAB, 0xCD, 0xEF};
  Header out = {9, 9};
  write_udp(v4(1, 0x1234), v4(2, 0x5678), bytes, out);
  const Header expected = {0x45, 0, 0, 31,  0, 0, 0x40, 0,    64,   17,   0x3C, 0xCB, 127,
                           0,    0, 1, 127, 0, 0, 2,    0x12, 0x34, 0x56, 0x78, 0,    11};
  ASSERT_EQ(out.size(), header_size(false));
  EXPECT_EQ(Header(out.begin(), out.begin() + 26), expected);
  EXPECT_EQ(sum_of(out, 0, 20), 0xFFFFU);
  Header all = out;
  all.insert(all.end(), bytes.begin(), bytes.end());
  // The pseudo header: both addresses, the protocol, the length.
  EXPECT_EQ((sum_of(all, 12, all.size()) + 17 + 11) % 0xFFFF, 0U);
}

TEST(Ip, ADatagramOfV6) {
  End from{.is_v6 = true, .address = {}, .port = 1};
  from.address[15] = 1;
  Header out;
  write_udp(from, from, {}, out);
  EXPECT_EQ(out.size(), header_size(true));
  EXPECT_EQ(out[0], 0x60);
  EXPECT_EQ(out[5], 8);
  EXPECT_EQ(out[6], 17);
  EXPECT_EQ((sum_of(out, 8, out.size()) + 17 + 8) % 0xFFFF, 0U);
}

TEST(Ip, ASegment) {
  Header out;
  write_tcp(v4(1, 1), v4(1, 2), {.sequence = 0x01020304, .acknowledged = 0x0A0B0C0D, .ack = true, .push = true}, {},
            out);
  ASSERT_EQ(out.size(), 40U);
  EXPECT_EQ(Header(out.begin() + 20, out.begin() + 36),
            (Header{0, 1, 0, 2, 1, 2, 3, 4, 10, 11, 12, 13, 0x50, 0x18, 0xFF, 0xFF}));
  EXPECT_EQ((sum_of(out, 12, out.size()) + 6 + 20) % 0xFFFF, 0U);
}

TEST(Ip, Texts) {
  EXPECT_EQ(text_of(v4(1, 24680)), "127.0.0.1:24680");
  End end{.is_v6 = true, .address = {0x20, 0x01, 0x0d, 0xb8}, .port = 5};
  EXPECT_EQ(text_of(end), "[2001:db8:0:0:0:0:0:0]:5");
  EXPECT_FALSE(is_loopback(end));
  end.address = {};
  end.address[15] = 1;
  EXPECT_EQ(text_of(end), "[::1]:5");
  EXPECT_TRUE(is_loopback(end));
  end.address = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1};
  EXPECT_TRUE(is_loopback(end));
  EXPECT_EQ(text_of(end), "[::ffff:127.0.0.1]:5") << "a player of IPv4 at a socket of IPv6";
  end.address[12] = 10;
  EXPECT_FALSE(is_loopback(end));
  EXPECT_FALSE(is_loopback({.address = {10, 0, 0, 1}, .port = 1}));
  EXPECT_TRUE(is_loopback({.address = {127, 1, 2, 3}, .port = 1}));
}

/// Only ::1 is the loopback, with no other bit.
TEST(Ip, NeighboursOfTheLoopback) {
  End end{.is_v6 = true, .address = {}, .port = 5};
  EXPECT_FALSE(is_loopback(end)) << "no address at all";
  for (std::size_t i = 0; i != 15; ++i) {
    end.address = {};
    end.address[15] = 1;
    end.address[i] = 1;
    EXPECT_FALSE(is_loopback(end)) << i;
    EXPECT_NE(text_of(end), "[::1]:5") << i;
  }
  end.address = {};
  end.address[15] = 2;
  EXPECT_FALSE(is_loopback(end));
  end.address = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0, 127, 0, 0, 1};
  EXPECT_EQ(text_of(end), "[0:0:0:0:0:ff00:7f00:1]:5");
}

/// RFC 9293, 3.1: each flag has its bit, and an acknowledgement only counts with its flag.
TEST(Ip, FlagsOfASegment) {
  const auto flags_of = [](const Segment& segment) {
    Header out;
    write_tcp(v4(1, 1), v4(2, 2), segment, {}, out);
    return unsigned{out[33]} | (unsigned{out[28]} | out[29] | out[30] | out[31]) << 8;
  };
  EXPECT_EQ(flags_of({.fin = true}), 1U);
  EXPECT_EQ(flags_of({.syn = true}), 2U);
  EXPECT_EQ(flags_of({.reset = true}), 4U);
  EXPECT_EQ(flags_of({.push = true}), 8U);
  EXPECT_EQ(flags_of({.acknowledged = 7, .ack = true}), 16U | 7U << 8);
  EXPECT_EQ(flags_of({.acknowledged = 7}), 0U);
}

TEST(Ip, ASegmentOfV6) {
  End from{.is_v6 = true, .address = {0x20, 1}, .port = 1};
  Header out;
  const std::vector<std::uint8_t> bytes = {1, 2, 3};
  write_tcp(from, from, {.sequence = 5}, bytes, out);
  ASSERT_EQ(out.size(), 60U);
  EXPECT_EQ(Header(out.begin() + 4, out.begin() + 8), (Header{0, 23, 6, 64}));
  Header all = out;
  all.insert(all.end(), bytes.begin(), bytes.end());
  EXPECT_EQ((sum_of(all, 8, all.size()) + 6 + 23) % 0xFFFF, 0U);
}

/// RFC 768: a checksum of 0 means that there is none, so it is written as its complement. TCP writes it as it is.
TEST(Ip, AChecksumOfZero) {
  std::vector<std::uint8_t> bytes = {0, 0};
  Header out;
  write_udp(v4(1, 1), v4(2, 2), bytes, out);
  bytes = {out[26], out[27]};
  write_udp(v4(1, 1), v4(2, 2), bytes, out);
  EXPECT_EQ(Header(out.begin() + 26, out.end()), (Header{0xFF, 0xFF}));
  bytes = {0, 0};
  write_tcp(v4(1, 1), v4(2, 2), {}, bytes, out);
  bytes = {out[36], out[37]};
  write_tcp(v4(1, 1), v4(2, 2), {}, bytes, out);
  EXPECT_EQ(Header(out.begin() + 36, out.begin() + 38), (Header{0, 0}));
}

}  // namespace
