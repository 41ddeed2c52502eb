// SPDX-License-Identifier: MIT
// IP packets for a capture, written from what a socket tells: its bytes and both addresses.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace godotdump::relay {

/// The end of a connection.
struct End {
  bool is_v6 = false;
  std::array<std::uint8_t, 16> address = {};  ///< of IPv4, the first four
  std::uint16_t port = 0;
  bool is_stream = false;  ///< of a connection of TCP

  bool operator==(const End&) const = default;
  bool operator<(const End& other) const {
    return std::tie(port, is_v6, is_stream, address) <
           std::tie(other.port, other.is_v6, other.is_stream, other.address);
  }
};

/// Address and port: `127.0.0.1:24680`, `[::1]:24680`.
[[nodiscard]] std::string text_of(const End& end);
[[nodiscard]] bool is_loopback(const End& end);

using Header = std::vector<std::uint8_t>;

/// Bytes of the headers of a datagram.
[[nodiscard]] constexpr std::size_t header_size(bool is_v6) { return is_v6 ? 48 : 28; }

/// The IP and UDP headers of a datagram, into `out`. Both ends are of one family.
void write_udp(const End& from, const End& to, std::span<const std::uint8_t> bytes, Header& out);

/// A segment of TCP.
struct Segment {
  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;
  bool syn = false;
  bool ack = false;
  bool push = false;
  bool fin = false;
  bool reset = false;
};
void write_tcp(const End& from, const End& to, const Segment& segment, std::span<const std::uint8_t> bytes,
               Header& out);

}  // namespace godotdump::relay
