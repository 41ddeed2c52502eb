// SPDX-License-Identifier: MIT
// Checks a text and the zeros after it at once. Most texts of games are ASCII.
//
// Sources: those of walk.h.
#pragma once

#include <cstdint>
#include <string_view>

#include "codec/core/bytes.h"

namespace godot::variant::detail {

/// Whether the text is ASCII other than NUL, and the `zeros` bytes after it are NUL. Both together are a multiple of
/// four bytes, and can be read.
[[nodiscard]] inline bool is_plain_block(std::string_view text, Offset zeros) noexcept {
  constexpr std::uint32_t ones = 0x01010101;
  constexpr std::uint32_t high_bits = 0x80808080;
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  const std::uint8_t* const last = at + (text.size() & ~std::size_t{3});
  const std::uint8_t* const end = at + text.size() + zeros;
  // Subtracting 1 borrows for a NUL.
  std::uint32_t marks = 0;
  for (; at != last; at += 4) {
    const auto four = load_le<std::uint32_t>(at);
    marks |= four | (four - ones);
  }
  if (last != end) {
    const unsigned bits = 8 * (text.size() & 3);
    const auto four = load_le<std::uint32_t>(last);
    if (four >> bits != 0) return false;
    const std::uint32_t filled = four | ones << bits;
    marks |= filled | (filled - ones);
  }
  return (marks & high_bits) == 0;
}

}  // namespace godot::variant::detail
