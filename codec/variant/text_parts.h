// SPDX-License-Identifier: MIT
// Shared by the two writers of texts: escapes, and words of the engine's text form.
//
// Source: core/variant/variant_parser.cpp, VariantWriter::write; core/string/ustring.cpp, String::c_escape.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace godot::variant::text_parts {

inline constexpr std::string_view encoded_object = "Object(EncodedObjectAsID,\"object_id\":";

inline constexpr char hex_digits[] = "0123456789abcdef";

/// Copies a text that is most often shorter than a word or two, without a call.
inline void copy(char* to, const char* from, std::size_t size) noexcept {
  if (size > 16) {
    std::memcpy(to, from, size);
  } else if (size >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + size - 4, from + size - 4, 4);
  } else if (size != 0) {
    to[0] = from[0];
    to[size / 2] = from[size / 2];
    to[size - 1] = from[size - 1];
  }
}

/// How an ASCII character is escaped: 0 = not at all, 'u' = by its number, otherwise the letter after the backslash.
/// String::c_escape escapes quotes of both kinds; c_escape_multiline (strings only) escapes double quotes only, and
/// leaves control characters, but here a line must not end inside a text.
constexpr char escape_letter(char byte, bool like_c) noexcept {
  switch (byte) {
    case '\a': return 'a';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\v': return 'v';
    case '\\':
    case '"': return byte;
    case '\'': return like_c ? '\'' : '\0';
    case '\x7F': return 'u';
    default: return static_cast<unsigned char>(byte) < 0x20 ? 'u' : '\0';
  }
}

/// Bytes that need no escape.
using PlainBytes = std::array<bool, 256>;
constexpr PlainBytes plain_bytes(bool like_c) {
  PlainBytes plain{};
  for (std::size_t byte = 0; byte < 0x80; ++byte) plain[byte] = escape_letter(static_cast<char>(byte), like_c) == 0;
  return plain;
}
inline constexpr PlainBytes plain_in_text = plain_bytes(false);
inline constexpr PlainBytes plain_in_c = plain_bytes(true);

/// Whether none of eight bytes needs an escape.
inline bool is_plain_word(std::uint64_t word, bool like_c) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  // A byte below `n` borrows, and a byte equal to `n` becomes 0: both set a high bit, which may also set a neighbour's.
  const auto below = [](std::uint64_t bytes, std::uint64_t n) { return (bytes - ones * n) & ~bytes; };
  const auto holds = [&](unsigned char byte) { return below(word ^ (ones * byte), 1); };
  std::uint64_t odd = word | below(word, 0x20) | holds('"') | holds('\\') | holds(0x7F);
  if (like_c) odd |= holds('\'');
  return (odd & high_bits) == 0;
}

/// How many of the first `most` bytes need no escape.
inline std::size_t plain_front(std::string_view text, std::size_t most, bool like_c) noexcept {
  const PlainBytes& is_plain = like_c ? plain_in_c : plain_in_text;
  std::size_t count = 0;
  for (std::uint64_t word = 0; most - count >= sizeof word; count += sizeof word) {
    std::memcpy(&word, text.data() + count, sizeof word);
    if (!is_plain_word(word, like_c)) break;
  }
  while (count < most && is_plain[static_cast<unsigned char>(text[count])]) ++count;
  return count;
}

/// Writes an ASCII character that needs an escape, in two or six characters; returns their end.
inline char* escape(char byte, bool like_c, char* to) noexcept {
  const auto code = static_cast<unsigned char>(byte);
  const char letter = escape_letter(byte, like_c);
  *to++ = '\\';
  *to++ = letter;
  if (letter != 'u') return to;
  for (const char digit : {'0', '0', hex_digits[code >> 4], hex_digits[code & 15]}) *to++ = digit;
  return to;
}

}  // namespace godot::variant::text_parts
