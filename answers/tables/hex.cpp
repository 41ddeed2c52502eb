// SPDX-License-Identifier: MIT
#include "answers/tables/hex.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace godot::analysis::report {

void append_hex(std::string& text, std::span<const std::uint8_t> bytes) {
  constexpr std::size_t width = 16;
  for (std::size_t begin = 0; begin < bytes.size(); begin += width) {
    char piece[24];
    std::snprintf(piece, sizeof piece, "%06zx ", begin);
    text += piece;
    for (std::size_t i = begin; i != begin + width; ++i) {
      const bool is_there = i < bytes.size();
      std::snprintf(piece, sizeof piece, is_there ? " %02x" : "   ", is_there ? unsigned{bytes[i]} : 0U);
      text += piece;
    }
    text += "  ";
    for (std::size_t i = begin; i < std::min(begin + width, bytes.size()); ++i) {
      const bool is_printed = bytes[i] >= ' ' && bytes[i] <= '~';
      text += is_printed ? static_cast<char>(bytes[i]) : '.';
    }
    text += '\n';
  }
}

}  // namespace godot::analysis::report
