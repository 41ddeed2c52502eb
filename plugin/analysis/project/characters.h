// SPDX-License-Identifier: GPL-2.0-or-later
// Characters of names, and small things on texts that all readers need.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "codec/core/utf8.h"

namespace godot::project {

[[nodiscard]] constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Names may hold any letter of any script: every byte beyond ASCII is taken for one.
[[nodiscard]] constexpr bool is_name_start(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || !is_ascii(c);
}
[[nodiscard]] constexpr bool is_name_part(char c) noexcept { return is_name_start(c) || is_digit(c); }

[[nodiscard]] constexpr bool is_space(char c) noexcept { return static_cast<unsigned char>(c) <= ' '; }

/// Without the space around it.
[[nodiscard]] std::string_view trimmed(std::string_view text) noexcept;

/// Cut after `limit` bytes, between characters.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit);

/// On one line, without space: `Array[ int ]` as `Array[int]`.
[[nodiscard]] std::string without_space(std::string_view text, std::size_t limit);

/// On one line, runs of space as one.
[[nodiscard]] std::string on_one_line(std::string_view text, std::size_t limit);

/// A string's text, its escapes replaced: `\n \t \" \\ \u0041` and the others of Godot.
[[nodiscard]] std::string unescaped(std::string_view text, std::size_t limit);

/// Valid UTF-8 without a byte order mark; what is not, is replaced by U+FFFD. True if the text was valid.
[[nodiscard]] bool make_utf8(std::string& text);

}  // namespace godot::project
