// SPDX-License-Identifier: MIT
#include "base/glob.h"

#include <cstddef>

namespace godot::analysis {
namespace {

/// Where the UTF-8 character at `at` ends.
std::size_t end_of_character(std::string_view text, std::size_t at) noexcept {
  constexpr unsigned char mask = 0xC0;
  constexpr unsigned char continues = 0x80;
  do ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & mask) == continues);
  return at;
}

}  // namespace

/// Each * backtracks to the last one only.
bool fits(std::string_view pattern, std::string_view text) noexcept {
  std::size_t at = 0;
  std::size_t in_text = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (in_text < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = in_text;
    } else if (at < pattern.size() && pattern[at] == '?') {
      ++at;
      in_text = end_of_character(text, in_text);
    } else if (at < pattern.size() && pattern[at] == text[in_text]) {
      ++at;
      ++in_text;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in_text = resume = end_of_character(text, resume);
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

}  // namespace godot::analysis
