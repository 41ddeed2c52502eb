// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include "codec/core/control_characters.h"
#include "codec/core/number.h"
#include "codec/core/utf8.h"

namespace godot::analysis::json {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};
constexpr Range escaped[] = {
    {0x00, 0x1F},  // the first set of control characters
    {'"', '"'},       {'&', '\''},      {'<', '<'},
    {'>', '>'},       {'\\', '\\'},     {0x7F, 0x9F},  // delete, and the second set of control characters
    {0x061C, 0x061C},                                  // the mark of Arabic letters (direction)
    {0x200B, 0x200F},                                  // spaces of no width, and marks of direction
    {0x2028, 0x202E},                                  // separators of lines, and marks of direction
    {0x2060, 0x206F},                                  // joiners and isolates (direction)
    {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF},
};

constexpr bool is_escaped(std::uint32_t value) {
  return std::any_of(std::begin(escaped), std::end(escaped),
                     [value](const Range& range) { return range.first <= value && value <= range.last; });
}

/// Bytes of ASCII that stand for themselves: nearly all of most texts.
constexpr auto plain = [] {
  std::array<bool, 1U << 8U> bytes = {};
  for (std::uint32_t byte = 0; byte != 0x80; ++byte) bytes[byte] = !is_escaped(byte);
  return bytes;
}();

/// How many bytes at the front stand for themselves.
std::size_t plain_length(std::string_view text) {
  const auto is_plain = [text](std::size_t at) { return plain[static_cast<unsigned char>(text[at])]; };
  std::size_t length = 0;
  // Four at once: texts are long.
  while (text.size() - length >= 4 &&
         (is_plain(length) & is_plain(length + 1) & is_plain(length + 2) & is_plain(length + 3)) != 0)
    length += 4;
  while (length != text.size() && is_plain(length)) ++length;
  return length;
}

/// Two digits of base 64 for each value of twelve bits.
constexpr auto digit_pairs = [] {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::array<char, 2>, 64 * 64> pairs = {};
  for (std::size_t value = 0; value != pairs.size(); ++value) pairs[value] = {digits[value / 64], digits[value % 64]};
  return pairs;
}();

/// `\u` and four digits: every character that is escaped has so few.
void append_code(std::string& out, std::uint32_t value) {
  static constexpr char digits[] = "0123456789abcdef";
  constexpr std::uint32_t mask = 0xF;
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += digits[value >> shift & mask];
}

}  // namespace

void append_text(std::string& out, std::string_view text, For reader) {
  out += '"';
  for (;;) {
    const std::size_t unchanged = plain_length(text);
    out += text.substr(0, unchanged);
    text.remove_prefix(unchanged);
    if (text.empty()) break;
    const std::size_t length = utf8_character(text);
    if (length == 0) {
      out += "\uFFFD";
      text.remove_prefix(1);
      continue;
    }
    const std::uint32_t value = scalar_of(text.substr(0, length));
    if (reader == For::file && (value == '"' || value == '\\')) {
      out += '\\';
      out += static_cast<char>(value);
    } else if (reader == For::file ? is_acting(value) : is_escaped(value)) {
      append_code(out, value);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out += '"';
}

void append_count(std::string& out, std::uint64_t count) {
  char digits[max_number_text];
  out += uint_text(count, digits);
}

void append_number(std::string& out, double number, int decimals) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  constexpr std::size_t longest = 400;  // the largest double has 309 digits
  std::array<char, longest> text;
  const char* const end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, decimals).ptr;
  out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

void append_base64(std::string& out, std::string_view bytes) {
  constexpr std::uint32_t mask = 0xFFF;
  out += '"';
  const std::size_t begin = out.size();
  out.resize(begin + (bytes.size() + 2) / 3 * 4);
  char* to = out.data() + begin;
  const auto put = [&to](std::uint32_t group) {
    to = std::copy_n(digit_pairs[group >> 12U].data(), 2, to);
    to = std::copy_n(digit_pairs[group & mask].data(), 2, to);
  };
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t rest = bytes.size() % 3;
  for (const auto* end = from + bytes.size() - rest; from != end; from += 3)
    put(std::uint32_t{from[0]} << 16U | std::uint32_t{from[1]} << 8U | from[2]);
  if (rest != 0) {
    put(std::uint32_t{from[0]} << 16U | (rest == 2 ? std::uint32_t{from[1]} << 8U : 0));
    std::fill(to - (3 - rest), to, '=');
  }
  out += '"';
}

}  // namespace godot::analysis::json
