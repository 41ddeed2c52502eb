// SPDX-License-Identifier: MIT
#include "analyse/output/styled_text.h"

#include <algorithm>

#include "codec/core/utf8.h"

namespace godot::analyse {
namespace {

/// ECMA-48, 8.3.117 (SGR), by Style.
constexpr const char* begins[] = {"", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[32m"};
constexpr std::string_view ends = "\x1b[0m";

/// How many bytes of the text fit into a line: up to a blank, unless its first word is longer.
std::size_t fitting(std::string_view text, std::size_t width) {
  std::size_t blank = 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i != text.size(); ++i) {
    if (text[i] == ' ') blank = i;
    if (!continues_character(text[i])) ++used;
    if (used > width && blank != 0) return blank;
  }
  return text.size();
}

}  // namespace

std::string StyledText::styled(std::string_view text, Style style) const {
  if (!colours_ || style == Style::plain || text.empty()) return std::string(text);
  return begins[static_cast<std::size_t>(style)] + std::string(text) + std::string(ends);
}

void StyledText::paragraph(std::string_view text, std::size_t indent, Style style) {
  while (!text.empty()) {
    const std::size_t size = fitting(text, width - indent);
    out_ += std::string(indent, ' ') + styled(text.substr(0, size), style) + '\n';
    text.remove_prefix(std::min(size + 1, text.size()));
  }
}

}  // namespace godot::analyse
