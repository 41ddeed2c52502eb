// SPDX-License-Identifier: MIT
#include "project/audit/channel_limit.h"

#include <vector>

#include "project/scripts/gdscript_lexer.h"
#include "project/text/constant_expression.h"

namespace godot::analysis::project {
namespace {

constexpr unsigned channels_argument = 2;

/// Reads a call whose bracket has just been read, up to its end. Returns the third argument's text; empty: none.
std::string_view third_argument(Lexer& lexer, unsigned depth) {
  unsigned argument = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (token.depth == depth && token.is(')')) break;
    if (token.depth == depth + 1 && token.is(',')) {
      ++argument;
      continue;
    }
    if (argument != channels_argument) continue;
    if (end == 0) begin = token.begin;
    end = token.finish;
  }
  return end != 0 ? lexer.source().substr(begin, end - begin) : std::string_view();
}

}  // namespace

std::optional<ChannelLimit> read_channel_limit(std::string_view script) {
  std::vector<Fault> faults;
  Lexer lexer(script, faults);
  std::optional<ChannelLimit> least;
  bool is_call = false;
  bool is_declaration = false;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    if (is_call && token.is('(')) {
      const std::optional<std::int64_t> channels = constant_value(third_argument(lexer, token.depth));
      if (channels && *channels > 0 && (!least || *channels < least->channels)) least = {*channels, token.line};
    }
    is_call = !is_declaration && (token.is("create_server") || token.is("create_client"));
    is_declaration = token.is("func");
  }
  return least;
}

}  // namespace godot::analysis::project
