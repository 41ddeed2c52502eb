// SPDX-License-Identifier: MIT
#include "codec/enet/icmp.h"

#include <cstddef>

namespace godot::enet {
namespace {

/// A header of IP, of its smallest size.
struct IpHeader {
  std::size_t size;
  std::uint8_t begin;  ///< its first byte, and those bits of it that are always the same
  std::uint8_t begin_mask;
  std::size_t protocol_at;  ///< where the number of the protocol that follows stands
};
constexpr IpHeader ip_v4 = {20, 0x45, 0xFF, 9};
constexpr IpHeader ip_v6 = {40, 0x60, 0xF0, 6};

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

}  // namespace godot::enet
