// SPDX-License-Identifier: MIT
#include "project/scripts/gdscript_lexer.h"

#include <algorithm>
#include <iterator>

#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

constexpr unsigned tab_width = 4;
constexpr std::size_t triple = 3;

bool starts_string(char character) { return character == '"' || character == '\''; }

}  // namespace

Lexer::Lexer(std::string_view text, std::vector<Fault>& faults) : text_(text), faults_(faults) { begin_line(); }

void Lexer::fault(unsigned line, const char* text) {
  if (faults_.size() < ScriptLimits::faults) faults_.push_back({line, text});
}

/// Measures the indentation of the line that begins here.
void Lexer::begin_line() {
  indent_ = 0;
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\t') indent_ += tab_width;
    else if (text_[at_] == ' ') ++indent_;
    else break;
  }
  if (depth_ == 0) {
    first_ = true;
  } else if (indent_ == 0 && begins_declaration()) {
    // A bracket is missing: end it here, so that the rest of the file can be read.
    fault(opened_, "a bracket is not closed");
    depth_ = 0;
    first_ = true;
  }
}

/// Words that begin a statement: no expression that continues over lines has one of them, followed by a name, in column
/// 0.
bool Lexer::begins_declaration() const noexcept {
  constexpr std::string_view words[] = {"func ", "static func ", "class ", "class_name ", "extends "};
  return std::any_of(std::begin(words), std::end(words), [this](std::string_view word) {
    return text_.substr(at_).starts_with(word) && is_name_start(at(at_ + word.size()));
  });
}

void Lexer::skip_space() {
  while (at_ < text_.size()) {
    const char character = text_[at_];
    if (character == '\n') {
      ++at_;
      ++line_;
      begin_line();
    } else if (character == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (character == '\\') {
      std::size_t behind = at_ + 1;
      while (at(behind) == '\r' || at(behind) == ' ' || at(behind) == '\t') ++behind;
      if (at(behind) != '\n') return;
      at_ = behind + 1;
      ++line_;
    } else if (static_cast<unsigned char>(character) <= ' ') {
      ++at_;
    } else {
      return;
    }
  }
}

/// Reads the string whose quote is at `quote`; its token begins at `begin`. Strings of all kinds may continue over
/// lines; a backslash before a quote keeps it from ending the string, in raw strings, too.
Token Lexer::string(std::size_t begin, std::size_t quote) {
  const char mark = text_[quote];
  const bool is_triple = at(quote + 1) == mark && at(quote + 2) == mark;
  const std::size_t size = is_triple ? triple : 1;
  const unsigned line = line_;
  std::size_t end = quote + size;
  for (;; ++end) {
    if (end >= text_.size()) {
      fault(line, "a string is not closed");
      end = text_.size();
      break;
    }
    if (text_[end] == '\n') ++line_;
    if (text_[end] == '\\') {
      if (at(++end) == '\n') ++line_;
    } else if (text_[end] == mark && (!is_triple || (at(end + 1) == mark && at(end + 2) == mark))) {
      break;
    }
  }
  at_ = std::min(end + size, text_.size());
  const std::size_t content = std::min(quote + size, text_.size());
  Token token;
  token.kind = Token::Kind::string;
  token.text = text_.substr(content, end - content);
  token.begin = begin;
  token.finish = at_;
  token.line = line;
  return token;
}

Token Lexer::next() {
  skip_space();
  Token token;
  token.begin = token.finish = at_;
  token.line = line_;
  token.indent = indent_;
  token.depth = depth_;
  token.first = first_;
  if (at_ >= text_.size()) {
    if (depth_ != 0) fault(opened_, "a bracket is not closed");
    depth_ = 0;
    return token;
  }
  first_ = false;
  const std::size_t begin = at_;
  const char character = text_[at_];

  const bool prefixed = (character == 'r' || character == '&' || character == '^' || character == '@' ||
                         character == '$' || character == '%') &&
                        starts_string(at(at_ + 1));
  if (prefixed || starts_string(character)) {
    const Token found = string(begin, prefixed ? begin + 1 : begin);
    token.kind = found.kind;
    token.text = found.text;
    token.finish = found.finish;
    return token;
  }
  if (is_name_start(character) || (character == '@' && is_name_start(at(at_ + 1)))) {
    token.kind = character == '@' ? Token::Kind::annotation : Token::Kind::name;
    if (character == '@') ++at_;
    const std::size_t start = at_;
    while (is_name_part(at(at_))) ++at_;
    token.text = text_.substr(start, at_ - start);
    token.finish = at_;
    return token;
  }
  token.kind = Token::Kind::other;
  ++at_;
  if (is_digit(character)) {
    // A number is one token, so that `1e5` contains no name.
    while (is_name_part(at(at_)) || (at(at_) == '.' && is_digit(at(at_ + 1)))) ++at_;
  } else if (character == '(' || character == '[' || character == '{') {
    if (depth_++ == 0) opened_ = line_;
  } else if (character == ')' || character == ']' || character == '}') {
    if (depth_ != 0) --depth_;
    else fault(line_, "a bracket is closed that is not open");
    token.depth = depth_;
  }
  token.text = text_.substr(begin, at_ - begin);
  token.finish = at_;
  return token;
}

}  // namespace godot::analysis::project
