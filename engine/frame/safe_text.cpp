// SPDX-License-Identifier: MIT
#include "engine/frame/safe_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "analysis/message/items/label.h"
#include "codec/core/utf8.h"

namespace godot::engine {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The bytes that a second byte may have behind this first one (Unicode 15, table 3-7).
bool may_follow(std::uint8_t first, std::uint8_t second) noexcept {
  if (first == 0xE0) return second >= 0xA0 && second <= 0xBF;
  if (first == 0xED) return second >= 0x80 && second <= 0x9F;
  if (first == 0xF0) return second >= 0x90 && second <= 0xBF;
  if (first == 0xF4) return second >= 0x80 && second <= 0x8F;
  return second >= 0x80 && second <= 0xBF;
}

/// Number of bytes at the front that begin a character, but no whole one follows; at least 1.
std::size_t maximal_subpart(std::string_view text) noexcept {
  const auto first = static_cast<std::uint8_t>(text[0]);
  const std::size_t wanted = first >= 0xF0 && first <= 0xF4  ? 4
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xC2 && first < 0xE0 ? 2
                                                             : 1;
  if (wanted == 1 || text.size() < 2 || !may_follow(first, static_cast<std::uint8_t>(text[1]))) return 1;
  std::size_t size = 2;
  while (size < wanted - 1 && size < text.size() && continues_character(text[size])) ++size;
  return size;
}

}  // namespace

const char* one_line(const analysis::Arena& arena, std::string_view text) {
  const std::size_t nul = text.find('\0');
  char* const copy = arena.bytes(text.size() * replacement.size() + 1);
  char* to = copy;
  if (is_printable_ascii(text)) {
    *std::copy(text.begin(), text.end(), to) = '\0';
    return copy;
  }
  // A NUL ends the text, as in every program of C.
  for (std::string_view rest = text.substr(0, nul); !rest.empty();) {
    std::size_t size = utf8_character(rest);
    const std::string_view written = size != 0 ? rest.substr(0, size) : replacement;
    if (size == 0) size = maximal_subpart(rest);
    to = std::copy(written.begin(), written.end(), to);
    rest.remove_prefix(size);
  }
  *to = '\0';
  replace_noncharacters({copy, static_cast<std::size_t>(to - copy)});
  return analysis::items::one_line(arena, copy);
}

}  // namespace godot::engine
