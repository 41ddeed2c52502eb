// SPDX-License-Identifier: MIT
// Splits GDScript into tokens: handles strings of all kinds, comments, continued lines, brackets.
// (Godot: modules/gdscript/gdscript_tokenizer.cpp)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "project/scripts/script.h"

namespace godot::analysis::project {

struct Token {
  enum class Kind { end, name, annotation, string, other };

  Kind kind = Kind::end;
  std::string_view text;   ///< a string without quotes, an annotation without `@`, a name, a number or one character
  std::size_t begin = 0;   ///< offset of its first byte
  std::size_t finish = 0;  ///< offset behind its last byte
  unsigned line = 0;
  unsigned indent = 0;  ///< column of the line's first token; valid only if `first`
  unsigned depth = 0;   ///< brackets open around it; a bracket counts as outside of itself
  bool first = false;   ///< begins a line that does not continue another

  [[nodiscard]] bool is(char character) const noexcept {
    return kind == Kind::other && text.size() == 1 && text.front() == character;
  }
  [[nodiscard]] bool is(std::string_view name) const noexcept { return kind == Kind::name && text == name; }
};

class Lexer {
 public:
  Lexer(std::string_view text, std::vector<Fault>& faults);

  [[nodiscard]] Token next();
  [[nodiscard]] std::string_view source() const noexcept { return text_; }

 private:
  [[nodiscard]] char at(std::size_t offset) const noexcept { return offset < text_.size() ? text_[offset] : '\0'; }
  void skip_space();
  void begin_line();
  [[nodiscard]] bool begins_declaration() const noexcept;
  Token string(std::size_t begin, std::size_t quote);
  void fault(unsigned line, const char* text);

  std::string_view text_;
  std::vector<Fault>& faults_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  unsigned indent_ = 0;
  unsigned depth_ = 0;
  unsigned opened_ = 0;  ///< line of the outermost bracket
  bool first_ = true;
};

}  // namespace godot::analysis::project
