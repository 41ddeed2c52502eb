// SPDX-License-Identifier: MIT
#include "codec/enet/icmp.h"

#include <algorithm>
#include <cstddef>

#include "codec/core/bytes.h"

namespace godot::enet {
namespace {

/// A header of IP, of its smallest size.
struct IpHeader {
  std::size_t size;
  std::uint8_t begin;  ///< its first byte, and those bits of it that are always the same
  std::uint8_t begin_mask;
  std::size_t protocol_at;  ///< where the number of the protocol that follows stands
  std::size_t addresses_at;
  std::size_t address_size;
  std::uint8_t icmp;  ///< the number of its ICMP
};
constexpr IpHeader ip_v4 = {20, 0x45, 0xFF, 9, 12, 4, 1};
constexpr IpHeader ip_v6 = {40, 0x60, 0xF0, 6, 8, 16, 58};

constexpr std::size_t icmp_size = 8;
constexpr std::size_t udp_size = 8;
constexpr std::uint8_t udp_protocol = 17;

}  // namespace

std::optional<IcmpError> icmp_error_before(std::span<const std::uint8_t> before, bool is_v6) noexcept {
  const IpHeader& header = is_v6 ? ip_v6 : ip_v4;
  const std::size_t size = icmp_size + header.size + udp_size;
  if (before.size() < size) return {};
  const auto icmp = before.last(size);
  const auto ip = icmp.subspan(icmp_size);
  if ((ip[0] & header.begin_mask) != header.begin || ip[header.protocol_at] != udp_protocol) return {};
  return IcmpError{.is_v6 = is_v6, .type = icmp[0], .code = icmp[1]};
}

std::optional<QuotedDatagram> quoted_datagram(std::span<const std::uint8_t> packet, bool is_v6) noexcept {
  const IpHeader& header = is_v6 ? ip_v6 : ip_v4;
  const std::size_t before = header.size + icmp_size + header.size + udp_size;
  if (packet.size() < before || (packet[0] & header.begin_mask) != header.begin ||
      packet[header.protocol_at] != header.icmp)
    return {};
  const std::optional<IcmpError> error = icmp_error_before(packet.first(before), is_v6);
  if (!error) return {};
  const auto ip = packet.subspan(header.size + icmp_size);
  const auto udp = ip.subspan(header.size);
  const std::size_t length = std::max<std::size_t>(load_be16(udp.data() + 4), udp_size) - udp_size;
  const auto payload = udp.subspan(udp_size);
  return QuotedDatagram{.error = *error,
                        .source = ip.subspan(header.addresses_at, header.address_size),
                        .destination = ip.subspan(header.addresses_at + header.address_size, header.address_size),
                        .source_port = load_be16(udp.data()),
                        .destination_port = load_be16(udp.data() + 2),
                        .payload = payload.first(std::min(payload.size(), length)),
                        .reported = length};
}

}  // namespace godot::enet
