// SPDX-License-Identifier: MIT
// Ends of flows, as text: RFC 5952 has the rules and these examples' kinds.
#include "engine/frame/frame.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::engine {
namespace {

Address ipv6(const std::array<std::uint16_t, 8>& groups) {
  Address address{.bytes = {}, .family = 6, .port = 4433};
  for (std::size_t i = 0; i != groups.size(); ++i) {
    address.bytes[2 * i] = static_cast<std::uint8_t>(groups[i] >> 8);
    address.bytes[2 * i + 1] = static_cast<std::uint8_t>(groups[i] & 0xFF);
  }
  return address;
}

TEST(Frame, TheTextOfAnAddress) {
  const Address ipv4{.bytes = {192, 0, 2, 10}, .family = 4, .port = 60000};
  EXPECT_EQ(text_of(ipv4), "192.0.2.10:60000");
  struct Case {
    std::array<std::uint16_t, 8> groups;
    const char* text;
  };
  for (const Case& each : {
           Case{{0, 0, 0, 0, 0, 0, 0, 0}, "[::]:4433"},
           Case{{0, 0, 0, 0, 0, 0, 0, 1}, "[::1]:4433"},
           Case{{1, 0, 0, 0, 0, 0, 0, 0}, "[1::]:4433"},
           Case{{0x2001, 0xDB8, 0, 0, 0, 0, 2, 1}, "[2001:db8::2:1]:4433"},
           Case{{0x2001, 0xDB8, 0, 1, 1, 1, 1, 1}, "[2001:db8:0:1:1:1:1:1]:4433"},  // one group alone is written
           Case{{0, 1, 1, 1, 1, 1, 1, 1}, "[0:1:1:1:1:1:1:1]:4433"},
           Case{{1, 1, 1, 1, 1, 1, 1, 0}, "[1:1:1:1:1:1:1:0]:4433"},
           Case{{0x2001, 0, 0, 1, 0, 0, 0, 1}, "[2001:0:0:1::1]:4433"},          // the longest run
           Case{{0x2001, 0xDB8, 0, 0, 1, 0, 0, 1}, "[2001:db8::1:0:0:1]:4433"},  // the first of two
           Case{{1, 2, 0, 0, 5, 6, 7, 8}, "[1:2::5:6:7:8]:4433"},
           Case{{0xFFFF, 0xA0B, 0x100, 0x10, 1, 2, 3, 0xFE80}, "[ffff:a0b:100:10:1:2:3:fe80]:4433"},
       })
    EXPECT_EQ(text_of(ipv6(each.groups)), each.text);
}

TEST(Frame, EndsAreEqualWhoseHostsAndPortsAre) {
  const Address one{.bytes = {10, 0, 0, 1}, .family = 4, .port = 5};
  Address other = one;
  EXPECT_EQ(one, other);
  other.port = 6;
  EXPECT_NE(one, other);
  EXPECT_TRUE(one.has_host_of(other));
  EXPECT_EQ(host_key(one), host_key(other));
  other = one;
  other.bytes[3] = 2;
  EXPECT_NE(one, other);
  EXPECT_NE(host_key(one), host_key(other));
  Address last = ipv6({1, 2, 3, 4, 5, 6, 7, 8});
  const Address whole = last;
  last.bytes[15] ^= 1;
  EXPECT_FALSE(whole.has_host_of(last));
  other = one;
  other.family = 6;
  EXPECT_NE(one, other) << "the same bytes of another version of IP";
  EXPECT_EQ(host_key({}), 0U);
}

}  // namespace
}  // namespace godot::engine
