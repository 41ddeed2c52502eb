// SPDX-License-Identifier: MIT
// Where the fields of a header of IP stand (RFC 791, 8200), without options and extension headers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace godot::ip {

struct Header {
  std::size_t size;
  std::uint8_t begin;  ///< its first byte, and those bits of it that are always the same
  std::uint8_t begin_mask;
  std::size_t length_at;    ///< where its two bytes stand
  bool length_has_header;   ///< the length counts the header, too
  std::size_t protocol_at;  ///< the number of the protocol that follows
  std::size_t addresses_at;
  std::size_t address_size;
  std::uint8_t icmp;  ///< the number of its ICMP
};

inline constexpr Header header_v4 = {20, 0x45, 0xFF, 2, true, 9, 12, 4, 1};
inline constexpr Header header_v6 = {40, 0x60, 0xF0, 4, false, 6, 8, 16, 58};

[[nodiscard]] constexpr const Header& header_of(bool is_v6) noexcept { return is_v6 ? header_v6 : header_v4; }

}  // namespace godot::ip
