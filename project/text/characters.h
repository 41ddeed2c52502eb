// SPDX-License-Identifier: MIT
// Character classes of names, and small functions on texts that all parsers share.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "codec/core/utf8.h"

namespace godot::analysis::project {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Names may have letters of any script: every byte beyond ASCII counts as a letter.
[[nodiscard]] constexpr bool is_name_start(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || !is_ascii(c);
}
[[nodiscard]] constexpr bool is_name_part(char c) noexcept { return is_name_start(c) || is_digit(c); }

[[nodiscard]] constexpr bool is_space(char c) noexcept { return static_cast<unsigned char>(c) <= ' '; }

/// Removes the space around the text.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Cuts the text after `limit` bytes, between characters.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit);

/// Puts the text on one line, without space: `Array[ int ]` as `Array[int]`.
[[nodiscard]] std::string without_space(std::string_view text, std::size_t limit);

/// Puts the text on one line, with one blank for each run of space.
[[nodiscard]] std::string on_one_line(std::string_view text, std::size_t limit);

/// The text of a string literal: replaces its escapes `
///  \t \" \\ \u0041` and the others of Godot.
[[nodiscard]] std::string unescaped(std::string_view text, std::size_t limit);

/// Makes the text valid UTF-8 without a byte order mark: invalid bytes become U+FFFD. True if the text was valid.
[[nodiscard]] bool make_utf8(std::string& text);

}  // namespace godot::analysis::project
