// SPDX-License-Identifier: MIT
// UTF-8 as Godot reads it: well-formed sequences of Unicode scalar values.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace godot {

/// Bytes of the well-formed character at the front of `text` (1 to 4), or 0 if there is none.
[[nodiscard]] std::size_t utf8_character(std::string_view text) noexcept;

/// The largest length up to `length` that does not end inside a character of the valid `text`.
[[nodiscard]] std::size_t utf8_boundary(std::string_view text, std::size_t length) noexcept;

/// Whether there is U+FFFE or U+FFFF in it.
[[nodiscard]] bool has_noncharacters(std::string_view text) noexcept;

/// Puts U+FFFD, which is as long, where `text` has U+FFFE or U+FFFF: XML 1.0 (production 2, Char) has no room for
/// these.
void replace_noncharacters(std::span<char> text) noexcept;

struct Utf8Check {
  bool valid = true;
  bool has_nul = false;
};

/// Checks the whole text; ASCII goes eight bytes at a time.
[[nodiscard]] Utf8Check check_utf8(std::string_view text) noexcept;

}  // namespace godot
