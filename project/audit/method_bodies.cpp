// SPDX-License-Identifier: MIT
#include "project/audit/method_bodies.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include "project/audit/body_lists.h"
#include "project/audit/csharp_bodies.h"
#include "project/scripts/gdscript_lexer.h"

namespace godot::analysis::project {
namespace {

using Tokens = std::vector<Token>;

/// The tokens of a function's body and of its arguments; none if there is no such function from this line on.
Tokens tokens_of(std::string_view script, std::string_view name, unsigned line) {
  std::vector<Fault> faults;
  Lexer lexer(script, faults);
  Tokens found;
  bool is_inside = false;
  bool is_function = false;
  unsigned indent = 0;
  unsigned own_line = 0;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (is_inside) {
      if (token.first && token.line > own_line && token.indent <= indent) break;
      if (found.size() == BodyLimits::tokens) break;
      found.push_back(token);
      continue;
    }
    if (token.first) indent = token.indent;
    is_inside = is_function && token.is(name) && token.line >= line;
    is_function = token.is("func");
    own_line = token.line;
  }
  return found;
}

bool asks(const Tokens& body) {
  return std::any_of(body.begin(), body.end(), [](const Token& token) {
    return token.is("get_remote_sender_id") || token.is("get_rpc_sender_id");
  });
}

bool is_joined(const Token& left, const Token& right) { return left.finish == right.begin; }

bool is_any_of(const Token& token, std::string_view characters) {
  return token.kind == Token::Kind::other && token.text.size() == 1 &&
         characters.find(token.text[0]) != std::string::npos;
}

/// Statements that change nothing, and words that begin others.
bool is_no_change(const Token& token) {
  static constexpr std::array<std::string_view, 23> words = {
      "if",       "elif",     "else",        "for",    "while",    "match",  "return",     "pass",
      "break",    "continue", "var",         "const",  "print",    "prints", "push_error", "push_warning",
      "printerr", "assert",   "print_debug", "printt", "printraw", "super",  "breakpoint"};
  return token.kind == Token::Kind::annotation ||
         std::any_of(words.begin(), words.end(), [&](auto word) { return token.is(word); });
}

/// A statement: the tokens of a line, or of a part of one behind a colon or semicolon.
using Statement = std::span<const Token>;

/// The place of the equals sign of an assignment and of its operator's first character; 0: there is none.
struct Assignment {
  std::size_t equals = 0;
  std::size_t begin = 0;
};
Assignment assignment_of(Statement tokens) {
  for (std::size_t at = 1; at + 1 < tokens.size(); ++at) {
    if (!tokens[at].is('=') || tokens[at].depth != tokens[0].depth) continue;
    if (tokens[at + 1].is('=') && is_joined(tokens[at], tokens[at + 1])) return {};
    std::size_t begin = at;
    while (begin > 1 && is_joined(tokens[begin - 1], tokens[begin]) && is_any_of(tokens[begin - 1], "+-*/%&|^<>=!:"))
      --begin;
    const std::size_t before = at - begin;
    const bool compares = before == 1 && is_any_of(tokens[begin], "<>=!");
    return compares ? Assignment{} : Assignment{at, begin};
  }
  return {};
}

class Reader {
 public:
  Reader(std::string_view script, const Method& method) : lists(script) {
    for (const Argument& argument : method.arguments) own_.insert(argument.name);
  }

  void read(const Tokens& body) {
    for (std::size_t at = 0; at + 1 < body.size(); ++at)
      if (body[at].is("var") || body[at].is("for") || body[at].is("const")) own_.insert(std::string(body[at + 1].text));
    const auto colon = std::find_if(body.begin(), body.end(), [&](const Token& token) {
      return token.is(':') && token.depth == body.front().depth;
    });
    std::size_t begin = static_cast<std::size_t>(colon - body.begin()) + 1;
    for (std::size_t at = begin; at <= body.size(); ++at) {
      const bool ends = at == body.size() || body[at].first || body[at].is(';') || ends_head(body, begin, at);
      if (!ends) continue;
      if (at > begin) statement(Statement(body).subspan(begin, at - begin));
      begin = at < body.size() && body[at].first ? at : at + 1;
    }
  }

  BodyLists lists;

 private:
  /// A colon behind `if x` or `else`: what follows is a statement. Not that of a variable's type, or in brackets.
  static bool ends_head(const Tokens& body, std::size_t begin, std::size_t at) {
    const Token& first = body[begin];
    return body[at].is(':') && body[at].depth == first.depth && !first.is("var") && !first.is("const");
  }

  void statement(Statement tokens) {
    if (tokens[0].is("await")) tokens = tokens.subspan(1);
    if (tokens.empty() || is_no_change(tokens[0])) return;
    if (const Assignment found = assignment_of(tokens); found.equals != 0) {
      if (found.begin != 1 || !own_.contains(std::string(tokens[0].text)))
        lists.add_assigned(tokens[0].begin, tokens[found.begin - 1].finish);
      return;
    }
    if (!tokens.back().is(')')) return;
    std::size_t open = tokens.size() - 1;
    while (open > 0 && !(tokens[open].is('(') && tokens[open].depth == tokens.back().depth)) --open;
    if (open > 0) lists.add_call(tokens[0].begin, tokens[open - 1].finish);
  }

  std::set<std::string> own_;
};

/// The first function of the script that the body calls by name and that asks for the sender; empty: none.
std::string asks_in(std::string_view script, const Tokens& body) {
  std::set<std::string_view> seen;
  for (std::size_t at = 0; at + 1 < body.size() && seen.size() < BodyLimits::listed; ++at) {
    const bool is_call =
        body[at].kind == Token::Kind::name && body[at + 1].is('(') && (at == 0 || !body[at - 1].is('.'));
    if (is_call && seen.insert(body[at].text).second && asks(tokens_of(script, body[at].text, 0)))
      return std::string(body[at].text);
  }
  return {};
}

Body read_gdscript_body(std::string_view script, const Method& method) {
  const Tokens body = tokens_of(script, method.name, method.line);
  Reader reader(script, method);
  if (body.empty()) return {};
  reader.read(body);
  Body result = std::move(reader.lists.result);
  result.is_found = true;
  result.asks_sender = asks(body);
  if (!result.asks_sender) result.asks_in = asks_in(script, body);
  return result;
}

}  // namespace

Body read_body(std::string_view script, const Method& method) {
  return method.is_csharp ? read_csharp_body(script, method) : read_gdscript_body(script, method);
}

}  // namespace godot::analysis::project
