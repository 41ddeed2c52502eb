// SPDX-License-Identifier: MIT
// Little- and big-endian loads from memory that the caller has bounds-checked.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace godot {

/// A position in a buffer, in bytes from its first byte. Wireshark's buffers end at 2^31 - 1.
using Offset = std::uint32_t;

/// What was captured of a message. `reported` is how long it was on the wire; it is larger than
/// `captured.size()` when the capture was cut (snaplen) or the rest has not arrived yet.
struct Buffer {
  std::span<const std::uint8_t> captured;
  Offset reported = 0;

  constexpr Buffer() = default;
  constexpr explicit Buffer(std::span<const std::uint8_t> bytes)
      : captured(bytes), reported(static_cast<Offset>(bytes.size())) {}
  constexpr Buffer(std::span<const std::uint8_t> bytes, Offset length_on_wire)
      : captured(bytes), reported(length_on_wire) {}
};

/// Reads sizeof(T) bytes, least significant first.
template <class T>
[[nodiscard]] inline T load_le(const std::uint8_t* from) noexcept {
  static_assert(std::endian::native == std::endian::little, "a big-endian host needs a byte swap here");
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Reads two bytes, most significant first.
[[nodiscard]] inline std::uint16_t load_be16(const std::uint8_t* from) noexcept {
  return static_cast<std::uint16_t>(from[0] << 8 | from[1]);
}

/// Reads four bytes, most significant first.
[[nodiscard]] inline std::uint32_t load_be32(const std::uint8_t* from) noexcept {
  return std::uint32_t{from[0]} << 24 | std::uint32_t{from[1]} << 16 | std::uint32_t{from[2]} << 8 | from[3];
}

/// How many bytes follow `length` bytes until the next multiple of four.
[[nodiscard]] constexpr Offset padding_after(Offset length) noexcept { return (4U - (length & 3U)) & 3U; }

}  // namespace godot
