// SPDX-License-Identifier: MIT
// Little- and big-endian loads from memory that the caller has bounds-checked.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace godot {

/// A position in a buffer, in bytes from its first byte. Wireshark's buffers end at 2^31 - 1.
using Offset = std::uint32_t;

/// The captured bytes of a message. `reported`: its length on the wire; larger than `captured.size()` if the capture
/// was cut (snaplen) or the rest has not arrived yet.
struct Buffer {
  std::span<const std::uint8_t> captured;
  Offset reported = 0;

  constexpr Buffer() = default;
  constexpr explicit Buffer(std::span<const std::uint8_t> bytes)
      : captured(bytes), reported(static_cast<Offset>(bytes.size())) {}
  constexpr Buffer(std::span<const std::uint8_t> bytes, Offset length_on_wire)
      : captured(bytes), reported(length_on_wire) {}
};

/// Reads sizeof(T) bytes in this byte order.
template <class T, std::endian order>
[[nodiscard]] inline T load(const std::uint8_t* from) noexcept {
  T value;
  if constexpr (order == std::endian::native) {
    std::memcpy(&value, from, sizeof value);
  } else {
    std::uint8_t swapped[sizeof value];
    std::reverse_copy(from, from + sizeof value, swapped);
    std::memcpy(&value, swapped, sizeof value);
  }
  return value;
}

/// Reads sizeof(T) bytes, least significant first.
template <class T>
[[nodiscard]] inline T load_le(const std::uint8_t* from) noexcept {
  return load<T, std::endian::little>(from);
}

/// Reads two bytes, most significant first.
[[nodiscard]] inline std::uint16_t load_be16(const std::uint8_t* from) noexcept {
  return load<std::uint16_t, std::endian::big>(from);
}

/// Reads four bytes, most significant first.
[[nodiscard]] inline std::uint32_t load_be32(const std::uint8_t* from) noexcept {
  return load<std::uint32_t, std::endian::big>(from);
}

/// Number of bytes after `length` bytes until the next multiple of four.
[[nodiscard]] constexpr Offset padding_after(Offset length) noexcept { return (4U - (length & 3U)) & 3U; }

}  // namespace godot
