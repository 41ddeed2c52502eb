// SPDX-License-Identifier: MIT
// Finds literals in the text of a script: for what is read without a parser.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace godot::analysis::project {

inline bool is_blank(char character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}
inline bool is_word(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_';
}

/// The end of the quoted text that begins at `at`, behind its quote.
inline std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

/// The same text with comments replaced by blanks.
inline std::string without_comments(std::string_view text) {
  std::string kept(text);
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"' || text[at] == '\'') {
      at = end_of_quoted(text, at);
    } else if (text[at] == '#') {
      for (; at < text.size() && text[at] != '\n'; ++at) kept[at] = ' ';
    } else {
      ++at;
    }
  }
  return kept;
}

inline std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

inline std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

/// The end of the value that begins at `at`: a comma or a closing bracket of the container around it.
inline std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_quoted(text, at);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (depth == 0 && (c == ',' || c == '}' || c == ')' || c == ']')) return at;
    if (c == ')' || c == ']' || c == '}') --depth;
    ++at;
  }
  return at;
}

}  // namespace godot::analysis::project
