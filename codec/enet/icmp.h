// SPDX-License-Identifier: MIT
// The ICMP error that quotes a datagram, from the headers before the quote (RFC 792, 4443, 791 and 8200).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace godot::enet {

/// The first bytes of an ICMP error; by default "port unreachable".
struct IcmpError {
  bool is_v6 = false;
  std::uint8_t type = 3;
  std::uint8_t code = 3;

  [[nodiscard]] bool operator==(const IcmpError&) const = default;
};

/// `before`: the bytes of the packet before the quoted datagram, which end with the headers of ICMP, IP and UDP.
/// Nothing if they do not: IP's options and extension headers are not read, which datagrams of games do not have.
[[nodiscard]] std::optional<IcmpError> icmp_error_before(std::span<const std::uint8_t> before, bool is_v6) noexcept;

/// The datagram that an ICMP error quotes, and the error.
struct QuotedDatagram {
  IcmpError error;
  std::span<const std::uint8_t> source;  ///< addresses, of 4 or 16 bytes
  std::span<const std::uint8_t> destination;
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::span<const std::uint8_t> payload;  ///< as much of it as the error quotes, and as was captured
  std::size_t reported = 0;               ///< its length, as the header of UDP says it
};

/// `packet`: the bytes of an IP packet from its header on. Nothing if it is no error of ICMP, or as icmp_error_before()
/// says.
[[nodiscard]] std::optional<QuotedDatagram> quoted_datagram(std::span<const std::uint8_t> packet, bool is_v6) noexcept;

}  // namespace godot::enet
