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
/// four bytes, and can be read; there are at most four zeros.
[[nodiscard]] inline bool is_plain_block(std::string_view text, Offset zeros) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  // Subtracting 1 borrows for a NUL.
  const auto is_plain = [](std::uint64_t eight) { return ((eight | (eight - ones)) & high_bits) == 0; };
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  std::size_t left = text.size();
  for (; left >= 8; left -= 8, at += 8) {
    if (!is_plain(load_le<std::uint64_t>(at))) return false;
  }
  const std::size_t rest = left + zeros;
  if (rest == 0) return true;
  const std::uint64_t last = rest == 4 ? load_le<std::uint32_t>(at) : load_le<std::uint64_t>(at);
  return last >> (8 * left) == 0 && is_plain(last | ones << (8 * left));
}

}  // namespace godot::variant::detail
