// SPDX-License-Identifier: MIT
// UTF-8 as Godot reads it: well-formed sequences of Unicode scalar values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace godot {

/// True for a byte that is a whole character.
[[nodiscard]] constexpr bool is_ascii(char byte) noexcept { return static_cast<std::uint8_t>(byte) < 0x80; }

/// True for a byte of a multi-byte character after its first.
[[nodiscard]] constexpr bool continues_character(char byte) noexcept {
  return (static_cast<std::uint8_t>(byte) & 0xC0) == 0x80;
}

/// The scalar value of a well-formed character of exactly these bytes.
[[nodiscard]] std::uint32_t scalar_of(std::string_view character) noexcept;

/// Number of bytes of the well-formed character at the front of `text` (1 to 4), or 0 if there is none.
[[nodiscard]] std::size_t utf8_character(std::string_view text) noexcept;

/// The largest length up to `length` that does not end inside a character of the valid `text`.
[[nodiscard]] std::size_t utf8_boundary(std::string_view text, std::size_t length) noexcept;

/// True if the text is ASCII without control characters, which needs no escapes.
[[nodiscard]] bool is_printable_ascii(std::string_view text) noexcept;

/// True if the text contains a control character of ASCII: a byte below 0x20, or 0x7F.
[[nodiscard]] bool has_controls(std::string_view text) noexcept;

/// True if the text contains U+FFFE or U+FFFF.
[[nodiscard]] bool has_noncharacters(std::string_view text) noexcept;

/// Replaces U+FFFE and U+FFFF in `text` by U+FFFD, which has the same length: XML 1.0 (production 2, Char) excludes
/// them.
void replace_noncharacters(std::span<char> text) noexcept;

struct Utf8Check {
  bool valid = true;
  bool has_nul = false;
};

/// Checks the whole text, eight bytes at a time for ASCII.
[[nodiscard]] Utf8Check check_utf8(std::string_view text) noexcept;

}  // namespace godot
