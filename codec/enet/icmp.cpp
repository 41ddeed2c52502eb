// SPDX-License-Identifier: MIT
#include "codec/enet/icmp.h"

#include <algorithm>
#include <cstddef>

#include "codec/core/bytes.h"
#include "codec/ip/header.h"

namespace godot::enet {
namespace {

constexpr std::size_t icmp_size = 8;
constexpr std::size_t udp_size = 8;
constexpr std::uint8_t udp_protocol = 17;

}  // namespace

std::optional<IcmpError> icmp_error_before(std::span<const std::uint8_t> before, bool is_v6) noexcept {
  const ip::Header& header = ip::header_of(is_v6);
  const std::size_t size = icmp_size + header.size + udp_size;
  if (before.size() < size) return {};
  const auto icmp = before.last(size);
  const auto quoted = icmp.subspan(icmp_size);
  if ((quoted[0] & header.begin_mask) != header.begin || quoted[header.protocol_at] != udp_protocol) return {};
  return IcmpError{.is_v6 = is_v6, .type = icmp[0], .code = icmp[1]};
}

std::optional<QuotedDatagram> quoted_datagram(std::span<const std::uint8_t> packet, bool is_v6) noexcept {
  const ip::Header& header = ip::header_of(is_v6);
  const std::size_t before = header.size + icmp_size + header.size + udp_size;
  if (packet.size() < before || (packet[0] & header.begin_mask) != header.begin ||
      packet[header.protocol_at] != header.icmp)
    return {};
  const std::optional<IcmpError> error = icmp_error_before(packet.first(before), is_v6);
  if (!error) return {};
  const auto quoted = packet.subspan(header.size + icmp_size);
  const auto udp = quoted.subspan(header.size);
  const std::size_t length = std::max<std::size_t>(load_be16(udp.data() + 4), udp_size) - udp_size;
  const auto payload = udp.subspan(udp_size);
  return QuotedDatagram{.error = *error,
                        .source = quoted.subspan(header.addresses_at, header.address_size),
                        .destination = quoted.subspan(header.addresses_at + header.address_size, header.address_size),
                        .source_port = load_be16(udp.data()),
                        .destination_port = load_be16(udp.data() + 2),
                        .payload = payload.first(std::min(payload.size(), length)),
                        .reported = length};
}

}  // namespace godot::enet
