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
  EXPECT_FALSE(is_loopback({.address = {10, 0, 0, 1}, .port = 1}));
}

}  // namespace
