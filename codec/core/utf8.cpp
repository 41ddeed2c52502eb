// SPDX-License-Identifier: MIT
#include "codec/core/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace godot {

std::uint32_t scalar_of(std::string_view character) noexcept {
  constexpr std::array<std::uint32_t, 5> first_masks = {0, 0x7F, 0x1F, 0x0F, 0x07};
  constexpr std::uint32_t rest_mask = 0x3F;
  constexpr unsigned rest_bits = 6;
  std::uint32_t value = static_cast<std::uint8_t>(character[0]) & first_masks[character.size()];
  for (const char byte : character.substr(1))
    value = value << rest_bits | (static_cast<std::uint8_t>(byte) & rest_mask);
  return value;
}

std::size_t utf8_character(std::string_view text) noexcept {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  const auto continues = [&](std::size_t at) { return at < text.size() && continues_character(text[at]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;  // a continuation byte, or an overlong form
  if (first < 0xE0) return continues(1) ? 2 : 0;
  if (first < 0xF0) {
    if (!continues(1) || !continues(2)) return 0;
    if (first == 0xE0 && byte(1) < 0xA0) return 0;   // overlong: such a character fits in fewer bytes
    if (first == 0xED && byte(1) >= 0xA0) return 0;  // a surrogate, which UTF-8 does not encode
    return 3;
  }
  if (first > 0xF4 || !continues(1) || !continues(2) || !continues(3)) return 0;
  if (first == 0xF0 && byte(1) < 0x90) return 0;   // overlong: such a character fits in fewer bytes
  if (first == 0xF4 && byte(1) >= 0x90) return 0;  // above U+10FFFF, the last character of Unicode
  return 4;
}

std::size_t utf8_boundary(std::string_view text, std::size_t length) noexcept {
  if (length >= text.size()) return text.size();
  while (length != 0 && continues_character(text[length])) --length;
  return length;
}

namespace {

constexpr std::size_t noncharacter_size = 3;

/// Position of the first U+FFFE or U+FFFF, or the text's end.
std::size_t find_noncharacter(std::string_view text) noexcept {
  for (std::size_t at = 0; at + noncharacter_size <= text.size(); ++at) {
    at = text.find('\xEF', at);
    if (at == std::string_view::npos || at + noncharacter_size > text.size()) break;
    if (text[at + 1] == '\xBF' && (text[at + 2] == '\xBE' || text[at + 2] == '\xBF')) return at;
  }
  return text.size();
}

}  // namespace

bool has_noncharacters(std::string_view text) noexcept { return find_noncharacter(text) != text.size(); }

void replace_noncharacters(std::span<char> text) noexcept {
  for (;;) {
    const std::size_t at = find_noncharacter({text.data(), text.size()});
    if (at == text.size()) return;
    text[at + 2] = '\xBD';
    text = text.subspan(at + noncharacter_size);
  }
}

namespace {

constexpr std::uint64_t ones = 0x0101010101010101;
constexpr std::uint64_t high_bits = 0x8080808080808080;

/// True if one of the bytes is wanted. Asks for eight at a time: `marks(word)` sets high bits if one of them is.
template <class Marks, class IsWanted>
bool has_byte(std::string_view text, Marks marks, IsWanted is_wanted) noexcept {
  std::size_t at = 0;
  for (; text.size() - at >= 8; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    if ((marks(word) & high_bits) != 0) return true;
  }
  for (; at < text.size(); ++at) {
    if (is_wanted(static_cast<std::uint8_t>(text[at]))) return true;
  }
  return false;
}

}  // namespace

bool is_printable_ascii(std::string_view text) noexcept {
  // Adding 1 sets the high bit of 0x7F only; subtracting 0x20 borrows for smaller bytes.
  return !has_byte(
      text, [](std::uint64_t word) { return word | (word + ones) | (word - ones * ' '); },
      [](std::uint8_t byte) { return byte < ' ' || byte > '~'; });
}

bool has_controls(std::string_view text) noexcept {
  constexpr std::uint64_t erase = 0x7F;
  // A byte without a high bit that gets one by the subtraction is too small. It borrows from the next byte, which
  // changes a result that is true already.
  return has_byte(
      text,
      [](std::uint64_t word) {
        const std::uint64_t no_erase = word ^ ones * erase;
        return ((word - ones * ' ') & ~word) | ((no_erase - ones) & ~no_erase);
      },
      [](std::uint8_t byte) { return byte < ' ' || byte == erase; });
}

namespace {

/// Whether eight bytes are ASCII other than NUL. Without a high bit, subtracting 1 from each borrows for 0 alone.
bool is_plain_word(const char* bytes) noexcept {
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  return (((word - ones) | word) & high_bits) == 0;
}

}  // namespace

Utf8Check check_utf8(std::string_view text) noexcept {
  Utf8Check result;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.size() - at >= 8 && is_plain_word(text.data() + at)) {
      at += 8;
      continue;
    }
    // The characters that begin in the next eight bytes.
    for (const std::size_t end = std::min(at + 8, text.size()); at < end;) {
      const std::size_t length = utf8_character(text.substr(at));
      result.has_nul |= text[at] == '\0';
      result.valid &= length != 0;
      at += std::max<std::size_t>(length, 1);
    }
  }
  return result;
}

}  // namespace godot
