// SPDX-License-Identifier: MIT
// Texts of senders, for terminals and files that people open.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "codec/core/control_characters.h"
#include "codec/core/utf8.h"

namespace godot::analysis {

/// The text with `replacement` in place of each character that acts (codec/core/control_characters.h), and of each byte
/// that is no UTF-8.
[[nodiscard]] inline std::string without_acting(std::string_view text, std::string_view replacement) {
  if (is_printable_ascii(text)) return std::string(text);
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = utf8_character(text);
    const std::string_view character = text.substr(0, length);
    shown += length == 0 || is_acting(scalar_of(character)) ? replacement : character;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

/// The same for each of several lines.
[[nodiscard]] inline std::string lines_without_acting(std::string_view text, std::string_view replacement) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    shown += without_acting(text.substr(0, end), replacement);
    if (end != text.size()) shown += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return shown;
}

}  // namespace godot::analysis
