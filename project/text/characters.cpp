// SPDX-License-Identifier: MIT
#include "project/text/characters.h"

#include <cstdint>

#include "codec/core/utf8.h"

namespace godot::analysis::project {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

int hex_digit(char c) {
  constexpr int ten = 10;
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + ten;
  if (c >= 'A' && c <= 'F') return c - 'A' + ten;
  return -1;
}

/// As UTF-8; replaces invalid characters.
void append_character(std::string& out, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { out += static_cast<char>(value); };
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
    out += replacement;
  } else if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

/// Reads `digits` hexadecimal digits at `at`; false if there are fewer.
bool read_hex(std::string_view text, std::size_t at, std::size_t digits, std::uint32_t& code) {
  code = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const int digit = at + i < text.size() ? hex_digit(text[at + i]) : -1;
    if (digit < 0) return false;
    code = code << 4 | static_cast<std::uint32_t>(digit);
  }
  return true;
}

}  // namespace

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string shortened(std::string_view text, std::size_t limit) {
  return std::string(text.substr(0, utf8_boundary(text, limit)));
}

std::string without_space(std::string_view text, std::size_t limit) {
  std::string out;
  for (const char c : text.substr(0, utf8_boundary(text, limit))) {
    if (!is_space(c)) out += c;
  }
  return out;
}

std::string on_one_line(std::string_view text, std::size_t limit) {
  std::string out;
  bool pending = false;
  for (const char c : trimmed(text).substr(0, utf8_boundary(trimmed(text), limit))) {
    if (is_space(c)) {
      pending = true;
      continue;
    }
    if (pending && !out.empty()) out += ' ';
    pending = false;
    out += c;
  }
  return out;
}

std::string unescaped(std::string_view text, std::size_t limit) {
  constexpr std::size_t short_code = 4;
  constexpr std::size_t long_code = 6;
  text = text.substr(0, utf8_boundary(text, limit));
  if (text.find('\\') == std::string_view::npos) return std::string(text);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char escape = text[++i];
    std::uint32_t code = 0;
    switch (escape) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'a': out += '\a'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'v': out += '\v'; break;
      case '\n': break;  // the line is continued on the next one
      case 'u':
      case 'U': {
        const std::size_t digits = escape == 'u' ? short_code : long_code;
        if (read_hex(text, i + 1, digits, code)) {
          append_character(out, code);
          i += digits;
        } else {
          out += escape;
        }
        break;
      }
      default: out += escape; break;
    }
  }
  return out;
}

bool make_utf8(std::string& text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.erase(0, mark.size());
  if (check_utf8(text).valid) return true;
  std::string out;
  out.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t size = utf8_character(rest);
    out += size != 0 ? rest.substr(0, size) : replacement;
    rest.remove_prefix(std::max<std::size_t>(size, 1));
  }
  text = std::move(out);
  return false;
}

}  // namespace godot::analysis::project
