// SPDX-License-Identifier: MIT
#include "analysis/base/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "codec/core/utf8.h"

namespace godot::analysis::json {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};
constexpr Range escaped[] = {
    {0x00, 0x1F},  // control characters
    {'"', '"'},       {'&', '\''},      {'<', '<'},
    {'>', '>'},       {'\\', '\\'},     {0x7F, 0x9F},  // delete, and the second set of control characters
    {0x061C, 0x061C},                                  // Arabic letter mark
    {0x200B, 0x200F},                                  // zero width, direction
    {0x2028, 0x202E},                                  // separators, direction
    {0x2060, 0x206F},                                  // direction
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
  std::size_t length = 0;
  while (length != text.size() && plain[static_cast<unsigned char>(text[length])]) ++length;
  return length;
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
    } else if (reader == For::file ? value < 0x20 : is_escaped(value)) {
      constexpr std::size_t longest = 8;
      std::array<char, longest> code = {};
      std::snprintf(code.data(), code.size(), "\\u%04x", static_cast<unsigned>(value));
      out += code.data();
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out += '"';
}

void append_number(std::string& out, double number, int decimals) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  constexpr std::size_t longest = 400;  // the largest double has 309 digits
  std::array<char, longest> text = {};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  out += text.data();
}

void append_base64(std::string& out, std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::uint32_t mask = 0x3F;
  out += '"';
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    std::uint32_t value = 0;
    for (std::size_t i = 0; i != 3; ++i)
      value = value << 8U | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
    for (std::size_t i = 0; i != 4; ++i)
      out += i <= group.size() ? digits[value >> (18U - 6U * static_cast<unsigned>(i)) & mask] : '=';
  }
  out += '"';
}

}  // namespace godot::analysis::json
