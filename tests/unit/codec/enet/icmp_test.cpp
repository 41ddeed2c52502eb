// SPDX-License-Identifier: MIT
// The headers before a datagram that an ICMP error quotes. Made by hand from RFC 792, 4443, 791 and 8200.
#include "codec/enet/icmp.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tests/unit/support/bytes.h"

namespace godot::test {
namespace {

using enet::IcmpError;

constexpr std::string_view icmp = "030a 1234 00000000";     // prohibited
constexpr std::string_view icmp_v6 = "0104 1234 00000000";  // nothing listens there
constexpr std::string_view ip = "4500 0030 0001 4000 4011 0000 7f000001 7f000001";
constexpr std::string_view ip_v6 =
    "6a012345 0014 11 40 00000000000000000000000000000001 00000000000000000000000000000001";
constexpr std::string_view udp = "c000 1b58 0014 0000";

/// What precedes the quote, with `more` in front.
std::optional<IcmpError> error_before(std::string_view headers, bool is_v6, std::string_view more = "") {
  const ExactCopy copy(from_hex(std::string(more).append(headers)));
  return enet::icmp_error_before(copy.buffer().captured, is_v6);
}

std::string with(std::string_view first, std::string_view second) {
  return std::string(first).append(second).append(udp);
}

/// The text with another byte at this place, of a text without blanks.
std::string changed(std::string_view headers, std::size_t at, std::string_view byte) {
  Bytes bytes = from_hex(headers);
  bytes.at(at) = from_hex(byte).at(0);
  return to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

constexpr std::size_t icmp_size = 8;
constexpr std::size_t protocol_v4 = icmp_size + 9;
constexpr std::size_t protocol_v6 = icmp_size + 6;

TEST(IcmpError, IsReadFromTheHeadersBeforeTheQuote) {
  EXPECT_EQ(error_before(with(icmp, ip), false), (IcmpError{false, 3, 10}));
  EXPECT_EQ(error_before(with(icmp_v6, ip_v6), true), (IcmpError{true, 1, 4}));
  EXPECT_EQ(error_before(with(icmp_v6, ip_v6), true, "ffff"), (IcmpError{true, 1, 4})) << "what is before them";
}

TEST(IcmpError, IsNotReadFromHeadersOfAnotherVersionOrLength) {
  EXPECT_EQ(error_before(with(icmp, ip), true, with(icmp, ip)), std::nullopt);
  EXPECT_EQ(error_before(with(icmp_v6, ip_v6), false), std::nullopt);
  for (const std::string_view first : {"46", "44", "55", "05"})
    EXPECT_EQ(error_before(changed(with(icmp, ip), icmp_size, first), false), std::nullopt) << first;
  for (const std::string_view first : {"40", "70", "00"})
    EXPECT_EQ(error_before(changed(with(icmp_v6, ip_v6), icmp_size, first), true), std::nullopt) << first;
  EXPECT_TRUE(error_before(changed(with(icmp_v6, ip_v6), icmp_size, "6f"), true)) << "a traffic class";
}

TEST(IcmpError, IsNotReadFromHeadersOfOtherProtocols) {
  constexpr std::string_view tcp = "06";
  EXPECT_EQ(error_before(changed(with(icmp, ip), protocol_v4, tcp), false), std::nullopt);
  EXPECT_EQ(error_before(changed(with(icmp_v6, ip_v6), protocol_v6, tcp), true), std::nullopt);
}

TEST(IcmpError, IsNotReadFromFewerBytes) {
  for (const bool is_v6 : {false, true}) {
    const std::string headers = is_v6 ? with(icmp_v6, ip_v6) : with(icmp, ip);
    const Bytes bytes = from_hex(headers);
    const std::span<const std::uint8_t> whole = bytes;
    EXPECT_TRUE(enet::icmp_error_before(whole, is_v6));
    for (std::size_t size = 0; size != whole.size(); ++size) {
      const ExactCopy end(whole.last(size));
      EXPECT_EQ(enet::icmp_error_before(end.buffer().captured, is_v6), std::nullopt) << size;
    }
  }
}

/// An error of IPv4 or IPv6, from its own header on.
std::optional<enet::QuotedDatagram> quoted_in(const ExactCopy& copy, bool is_v6) {
  return enet::quoted_datagram(copy.buffer().captured, is_v6);
}

TEST(QuotedDatagram, IsReadFromTheWholePacket) {
  constexpr std::string_view outer = "4500 0040 0001 4000 4001 0000 0a000001 0a000002";
  const ExactCopy copy(from_hex(std::string(outer).append(with(icmp, ip)).append("0102 0304")));
  const auto quoted = quoted_in(copy, false);
  ASSERT_TRUE(quoted);
  EXPECT_EQ(quoted->error, (IcmpError{false, 3, 10}));
  EXPECT_EQ((Bytes(quoted->source.begin(), quoted->source.end())), from_hex("7f000001"));
  EXPECT_EQ((Bytes(quoted->destination.begin(), quoted->destination.end())), from_hex("7f000001"));
  EXPECT_EQ(quoted->source_port, 0xc000);
  EXPECT_EQ(quoted->destination_port, 0x1b58);
  EXPECT_EQ(quoted->reported, 12U) << "the header of UDP says 20 bytes";
  EXPECT_EQ((Bytes(quoted->payload.begin(), quoted->payload.end())), from_hex("0102 0304")) << "as much as is quoted";
}

TEST(QuotedDatagram, IsReadFromIPv6) {
  constexpr std::string_view outer =
      "6000 0000 0048 3a 40 00000000000000000000000000000002 00000000000000000000000000000003";
  const ExactCopy copy(from_hex(std::string(outer).append(with(icmp_v6, ip_v6))));
  const auto quoted = quoted_in(copy, true);
  ASSERT_TRUE(quoted);
  EXPECT_EQ(quoted->error, (IcmpError{true, 1, 4}));
  EXPECT_EQ(quoted->source.size(), 16U);
  EXPECT_EQ(quoted->source[15], 1);
  EXPECT_TRUE(quoted->payload.empty());
}

TEST(QuotedDatagram, IsNotReadFromOtherPackets) {
  constexpr std::string_view outer_udp = "4500 0040 0001 4000 4011 0000 0a000001 0a000002";
  constexpr std::string_view outer = "4500 0040 0001 4000 4001 0000 0a000001 0a000002";
  const std::string whole = std::string(outer).append(with(icmp, ip));
  EXPECT_FALSE(quoted_in(ExactCopy(from_hex(std::string(outer_udp).append(with(icmp, ip)))), false));
  EXPECT_FALSE(quoted_in(ExactCopy(from_hex(whole)), true));
  const Bytes bytes = from_hex(whole);
  for (std::size_t size = 0; size != bytes.size(); ++size)
    EXPECT_FALSE(quoted_in(ExactCopy(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size))), false))
        << size;
}

}  // namespace
}  // namespace godot::test
