// SPDX-License-Identifier: MIT
// Characters that a terminal or an editor acts on instead of showing them. Senders choose texts, so they are replaced
// in everything that is written for people.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace godot {

/// True for controls (C0, DEL, C1), separators of lines, and marks that change the direction of a text.
[[nodiscard]] constexpr bool is_acting(std::uint32_t scalar) noexcept {
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };
  constexpr Range ranges[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},
                              {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [scalar](const Range& each) { return scalar >= each.first && scalar <= each.last; });
}

}  // namespace godot
