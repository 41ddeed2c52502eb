// SPDX-License-Identifier: MIT
// UTF-8 as Godot reads it: well-formed sequences of Unicode scalar values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace godot {

/// A byte that is a character by itself.
[[nodiscard]] constexpr bool is_ascii(char byte) noexcept { return static_cast<std::uint8_t>(byte) < 0x80; }

/// A byte of a character of several bytes, behind its first.
[[nodiscard]] constexpr bool continues_character(char byte) noexcept {
  return (static_cast<std::uint8_t>(byte) & 0xC0) == 0x80;
}

/// The scalar value of a well-formed character, all of whose bytes these are.
[[nodiscard]] std::uint32_t scalar_of(std::string_view character) noexcept;

/// Bytes of the well-formed character at the front of `text` (1 to 4), or 0 if there is none.
[[nodiscard]] std::size_t utf8_character(std::string_view text) noexcept;

/// The largest length up to `length` that does not end inside a character of the valid `text`.
[[nodiscard]] std::size_t utf8_boundary(std::string_view text, std::size_t length) noexcept;

/// Whether all of it is ASCII without control characters, which can be shown as it is.
[[nodiscard]] bool is_printable_ascii(std::string_view text) noexcept;

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
