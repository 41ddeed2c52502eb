// SPDX-License-Identifier: MIT
// A script in C# as names and punctuation. Any bytes; time linear, nothing is allocated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "project/text/characters.h"

namespace godot::analysis::project {

struct Piece {
  enum class Kind { end, name, other };
  Kind kind = Kind::end;
  std::string_view text;  ///< one character, unless a name or `=>`
  std::size_t begin = 0;
  std::size_t finish = 0;
  unsigned line = 0;

  [[nodiscard]] bool is(char character) const {
    return kind == Kind::other && text.size() == 1 && text.front() == character;
  }
  [[nodiscard]] bool is(std::string_view word) const { return kind != Kind::end && text == word; }
};

/// Splits the text into names and punctuation; skips strings, characters, comments and preprocessor lines.
class Pieces {
 public:
  explicit Pieces(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string_view source() const { return text_; }

  Piece next() {
    for (;;) {
      skip_space();
      if (at_ >= text_.size()) return {Piece::Kind::end, {}, text_.size(), text_.size(), line_};
      const std::size_t begin = at_;
      if (skip_string()) return {Piece::Kind::other, "\"", begin, at_, line_};
      const char c = text_[at_];
      if (c == '#' && at_line_start_) {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      at_line_start_ = false;
      if (is_name_start(c) || (c == '@' && is_name_start(at(at_ + 1)))) {
        const std::size_t start = c == '@' ? ++at_ : at_;
        while (is_name_part(at(at_))) ++at_;
        return {Piece::Kind::name, text_.substr(start, at_ - start), begin, at_, line_};
      }
      if (is_digit(c)) {
        while (is_name_part(at(at_)) || (at(at_) == '.' && is_digit(at(at_ + 1)))) ++at_;
      } else {
        at_ += text_.substr(at_).starts_with("=>") || text_.substr(at_).starts_with("==") ? 2 : 1;
      }
      return {Piece::Kind::other, text_.substr(begin, at_ - begin), begin, at_, line_};
    }
  }

 private:
  [[nodiscard]] char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  void to(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<unsigned>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                              text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  void skip_space() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        ++line_;
        ++at_;
        at_line_start_ = true;
      } else if (is_space(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_).starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        to(end == std::string_view::npos ? text_.size() : end + 2);
      } else {
        return;
      }
    }
  }

  /// `"…"`, `@"…"`, `$"…"`, `$@"…"`, `"""…"""`, `'…'`. Expressions inside `$"…{}"` count as text.
  bool skip_string() {
    constexpr std::size_t triple = 3;
    if (at_ < marks_end_) return false;
    std::size_t quote = at_;
    bool verbatim = false;
    while (at(quote) == '@' || at(quote) == '$') verbatim |= at(quote++) == '@';
    const char mark = at(quote);
    if (mark != '"' && !(mark == '\'' && quote == at_)) {
      marks_end_ = quote;
      return false;
    }
    std::size_t quotes = 0;
    while (mark == '"' && at(quote + quotes) == '"') ++quotes;
    if (quotes >= triple && !verbatim) {
      const std::string_view fence = text_.substr(quote, quotes);
      const std::size_t end = text_.find(fence, quote + quotes);
      to(end == std::string_view::npos ? text_.size() : end + quotes);
      return true;
    }
    std::size_t end = quote + 1;
    for (; end < text_.size(); ++end) {
      const bool escaped = verbatim ? text_[end] == mark && at(end + 1) == mark : text_[end] == '\\';
      if (escaped) ++end;
      else if (text_[end] == mark || (!verbatim && text_[end] == '\n')) break;
    }
    to(end + 1);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t marks_end_ = 0;  ///< of `@` and `$` that no string follows
  unsigned line_ = 1;
  bool at_line_start_ = true;
};

}  // namespace godot::analysis::project
