// SPDX-License-Identifier: MIT
#include "project/audit/csharp_bodies.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "project/audit/body_lists.h"
#include "project/scripts/csharp_pieces.h"

namespace godot::analysis::project {
namespace csharp {
namespace {

/// A piece of a body, and how many round and square brackets are open around it.
struct Word : Piece {
  unsigned depth = 0;
};
using Words = std::vector<Word>;
using Statement = std::span<const Word>;

bool is_any_of(const Piece& piece, std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](auto word) { return piece.is(word); });
}

bool opens(const Piece& piece) { return piece.is('(') || piece.is('['); }
bool closes(const Piece& piece) { return piece.is(')') || piece.is(']'); }
bool is_joined(const Piece& left, const Piece& right) { return left.finish == right.begin; }

/// Goes over a script until a declaration of the function, and reads its body.
class Finder {
 public:
  Finder(std::string_view script, std::string_view name, unsigned line) : pieces_(script), name_(name), line_(line) {}

  [[nodiscard]] bool is_found() const { return is_found_; }

  /// Without its braces; none: there is no such function, or it has no body.
  Words words() {
    for (piece_ = pieces_.next(); piece_.kind != Piece::Kind::end;) {
      const Piece before = std::exchange(last_, piece_);
      advance();
      if (!is_declared(last_, before)) continue;
      if (piece_.is('<')) skip_types();
      if (!piece_.is('(')) continue;
      skip_arguments();
      if (piece_.is("where")) skip_constraints();
      if (piece_.is('{')) return body(true);
      if (piece_.is("=>")) return body(false);
    }
    return {};
  }

 private:
  /// Of a method, its line is known; other functions have a type before their name.
  [[nodiscard]] bool is_declared(const Piece& name, const Piece& before) const {
    static constexpr std::array<std::string_view, 4> no_types = {"new", "return", "await", "throw"};
    if (name.kind != Piece::Kind::name || name.text != name_) return false;
    if (line_ != 0) return name.line == line_;
    if (before.kind == Piece::Kind::name) return !is_any_of(before, no_types);
    return before.is('>') || before.is(']') || before.is('?');
  }

  void advance() { piece_ = pieces_.next(); }

  [[nodiscard]] bool ends_head() const {
    return piece_.kind == Piece::Kind::end || piece_.is('{') || piece_.is('}') || piece_.is(';') || piece_.is("=>");
  }

  /// The parameters of a generic function: `<T, List<U>>`.
  void skip_types() {
    std::size_t depth = 0;
    do {
      if (piece_.is('<')) ++depth;
      else if (piece_.is('>')) --depth;
      advance();
    } while (depth != 0 && !ends_head());
  }

  /// As in `where T : class, new()`.
  void skip_constraints() {
    while (!ends_head()) advance();
  }

  void skip_arguments() {
    std::size_t depth = 0;
    do {
      if (opens(piece_)) ++depth;
      else if (closes(piece_)) --depth;
      advance();
    } while (depth != 0 && piece_.kind != Piece::Kind::end);
  }

  /// `is_block`: from `{` to its `}`; otherwise from `=>` to a semicolon.
  Words body(bool is_block) {
    is_found_ = true;
    Words words;
    std::size_t braces = 0;
    unsigned depth = 0;
    for (; piece_.kind != Piece::Kind::end && words.size() != BodyLimits::tokens; advance()) {
      if (closes(piece_) && depth != 0) --depth;
      if (piece_.is('}') && (braces == 0 || --braces == 0) && is_block) break;
      if (!is_block && piece_.is(';') && braces == 0) break;
      words.push_back({piece_, depth});
      if (opens(piece_)) ++depth;
      if (piece_.is('{')) ++braces;
    }
    if (!words.empty()) words.erase(words.begin());
    return words;
  }

  Pieces pieces_;
  std::string_view name_;
  unsigned line_;
  Piece piece_;
  Piece last_;
  bool is_found_ = false;
};

bool asks(const Words& body) {
  return std::any_of(body.begin(), body.end(),
                     [](const Word& word) { return word.is("GetRemoteSenderId") || word.is("GetRpcSenderId"); });
}

/// The place of the equals sign of an assignment, and of its operator's first character; 0: there is none.
struct Assignment {
  std::size_t equals = 0;
  std::size_t begin = 0;
};
Assignment assignment_of(Statement words) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (!words[at].is('=') || words[at].depth != words[0].depth) continue;
    std::size_t begin = at;
    const auto is_operator = [&](const Word& word) {
      return word.kind == Piece::Kind::other && word.text.size() == 1 &&
             std::string_view("+-*/%&|^<>!?").find(word.text[0]) != std::string_view::npos;
    };
    while (begin > 1 && is_joined(words[begin - 1], words[begin]) && is_operator(words[begin - 1])) --begin;
    const bool compares = at - begin == 1 && (words[begin].is('<') || words[begin].is('>') || words[begin].is('!'));
    // In `List<int> a = b` the operator is the sign alone.
    return compares ? Assignment{} : Assignment{at, begin};
  }
  return {};
}

class Reader {
 public:
  Reader(std::string_view script, const Method& method) : lists(script) {
    for (const Argument& argument : method.arguments) own_.insert(argument.name);
  }

  void read(const Words& body) {
    std::size_t begin = 0;
    std::size_t inner = 0;  // braces of the statement's own expressions that are open
    bool is_value = false;  // braces of this statement are
    for (std::size_t at = 0; at < body.size(); ++at) {
      if (body[at].depth != 0) continue;
      const Statement so_far = Statement(body).subspan(begin, at - begin);
      if (body[at].is('{') && (is_value || is_expression(so_far))) {
        is_value = true;
        ++inner;
      } else if (body[at].is('}') && inner != 0) {
        --inner;
      } else if (inner == 0 && (body[at].is(';') || body[at].is('{') || body[at].is('}'))) {
        statement(so_far);
        begin = at + 1;
        is_value = false;
      }
    }
    if (begin < body.size()) statement(Statement(body).subspan(begin));
  }

  BodyLists lists;

 private:
  /// A brace behind these words belongs to a value: an object's content, a lambda, a switch in an assignment.
  static bool is_expression(Statement words) {
    if (words.empty()) return false;
    static constexpr std::array<std::string_view, 4> values = {"new", "with", "=", "=>"};
    return words[0].is("return") || std::any_of(words.begin(), words.end(), [](const Word& word) {
             return word.depth == 0 && is_any_of(word, values);
           });
  }

  /// Without `if (…)`, `else`, `case 3:` before it.
  static Statement without_heads(Statement words) {
    static constexpr std::array<std::string_view, 8> heads = {"if",     "while", "for",   "foreach",
                                                              "switch", "lock",  "fixed", "catch"};
    static constexpr std::array<std::string_view, 7> alone = {"else",   "do",      "try",  "finally",
                                                              "unsafe", "checked", "await"};
    while (!words.empty()) {
      std::size_t skipped = 0;
      if (is_any_of(words[0], alone)) {
        skipped = 1;
      } else if (is_any_of(words[0], heads)) {
        if (words.size() < 2 || !words[1].is('(')) return words.subspan(1);
        skipped = 2;
        while (skipped < words.size() && words[skipped].depth > words[0].depth) ++skipped;
        skipped = std::min(skipped + 1, words.size());  // the closing bracket is skipped, too
      } else if (words[0].is("case") || words[0].is("default")) {
        while (skipped < words.size() && !(words[skipped].is(':') && words[skipped].depth == words[0].depth)) ++skipped;
        if (skipped == words.size()) return {};
        ++skipped;
      } else {
        return words;
      }
      words = words.subspan(skipped);
    }
    return words;
  }

  void note_own(Statement words) {
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
      if (words[at + 1].is("in") && words[at].kind == Piece::Kind::name) own_.insert(std::string(words[at].text));
      if (words[at].is("out") && at + 2 < words.size() && words[at + 2].kind == Piece::Kind::name)
        own_.insert(std::string(words[at + 2].text));  // as in `out var x`
    }
  }

  static bool is_no_change(Statement words) {
    static constexpr std::array<std::string_view, 10> others = {"return", "break", "continue", "throw", "goto",
                                                                "yield",  "const", "using",    "new",   "base"};
    if (is_any_of(words[0], others)) return true;
    if (words.size() < 3 || !words[0].is("GD") || !words[1].is('.')) return false;
    return words[2].text.starts_with("Print") || words[2].text.starts_with("Push");
  }

  /// `int left`, `List<int> left`, `var left`: a name behind a type.
  static bool declares(Statement words, std::size_t end) {
    const Word& name = words[end - 1];
    if (end < 2 || name.kind != Piece::Kind::name) return false;
    const Word& before = words[end - 2];
    return before.kind == Piece::Kind::name || before.is('>') || before.is(']') || before.is('?');
  }

  void statement(Statement words) {
    note_own(words);
    words = without_heads(words);
    if (words.empty() || is_no_change(words)) return;
    if (const Assignment found = assignment_of(words); found.equals != 0) {
      assign(words, found.begin);
    } else if (const std::size_t size = words.size(); size > 2 && is_step(words[size - 2], words[size - 1])) {
      assign(words, size - 2);
    } else if (size > 2 && is_step(words[0], words[1])) {
      assign(words.subspan(2), size - 2);
    } else if (words.back().is(')')) {
      std::size_t open = size - 1;
      while (open > 0 && !(words[open].is('(') && words[open].depth == words.back().depth)) --open;
      if (open > 0) lists.add_call(words[0].begin, words[open - 1].finish);
    }
  }

  /// True if both together are `++` or `--`.
  static bool is_step(const Word& one, const Word& other) {
    return is_joined(one, other) && ((one.is('+') && other.is('+')) || (one.is('-') && other.is('-')));
  }

  void assign(Statement words, std::size_t end) {
    if (declares(words, end)) own_.insert(std::string(words[end - 1].text));
    else if (end != 1 || !own_.contains(std::string(words[0].text)))
      lists.add_assigned(words[0].begin, words[end - 1].finish);
  }

  std::set<std::string> own_;
};

/// The first function of the script that the body calls by name and that asks for the sender; empty: none.
std::string asks_in(std::string_view script, const Words& body) {
  std::set<std::string_view> seen;
  for (std::size_t at = 0; at + 1 < body.size() && seen.size() < BodyLimits::listed; ++at) {
    const bool is_others = at != 0 && body[at - 1].is('.') && !(at > 1 && body[at - 2].is("this"));
    const bool is_call = body[at].kind == Piece::Kind::name && body[at + 1].is('(') && !is_others;
    if (is_call && seen.insert(body[at].text).second && asks(Finder(script, body[at].text, 0).words()))
      return std::string(body[at].text);
  }
  return {};
}

}  // namespace
}  // namespace csharp

Body read_csharp_body(std::string_view script, const Method& method) {
  csharp::Finder finder(script, method.name, method.line);
  const csharp::Words body = finder.words();
  csharp::Reader reader(script, method);
  reader.read(body);
  Body result = std::move(reader.lists.result);
  result.is_found = finder.is_found();
  result.asks_sender = csharp::asks(body);
  if (!result.asks_sender) result.asks_in = csharp::asks_in(script, body);
  return result;
}

}  // namespace godot::analysis::project
