// SPDX-License-Identifier: MIT
#include "project/audit/early_authority.h"

#include <map>
#include <optional>
#include <span>
#include <utility>

#include "project/scripts/gdscript_lexer.h"

namespace godot::analysis::project {
namespace {

/// A statement: the tokens of a line, with those that continue it.
using Statement = std::span<const Token>;

constexpr std::size_t longest_statement = 64;  // tokens; what is behind them is not read

bool are_tokens(Statement tokens, std::size_t at, std::string_view name, char sign) {
  return at + 1 < tokens.size() && tokens[at].is(name) && tokens[at + 1].is(sign);
}

/// `preload("res://hero.tscn")` at this place.
std::optional<std::string_view> loaded(Statement tokens, std::size_t at) {
  const bool is_call = are_tokens(tokens, at, "preload", '(') || are_tokens(tokens, at, "load", '(');
  if (!is_call || at + 3 >= tokens.size() || tokens[at + 2].kind != Token::Kind::string || !tokens[at + 3].is(')'))
    return std::nullopt;
  return tokens[at + 2].text;
}

/// What a statement declares or assigns to: `hero` of `var hero: Node = …` and of `hero = …`; empty: nothing.
struct Assigned {
  std::string_view name;
  std::size_t value = 0;  ///< the place of the value's first token
};
Assigned assigned_by(Statement tokens) {
  std::size_t name = 0;
  while (name < tokens.size() && (tokens[name].kind == Token::Kind::annotation || tokens[name].is("static") ||
                                  tokens[name].is("var") || tokens[name].is("const")))
    ++name;
  if (name >= tokens.size() || tokens[name].kind != Token::Kind::name) return {};
  const bool is_declared = name != 0;
  for (std::size_t at = name + 1; at < tokens.size(); ++at) {
    if (tokens[at].is('=') && tokens[at].depth == tokens[name].depth) return {tokens[name].text, at + 1};
    if (!is_declared && !tokens[at].is(':')) return {};
  }
  return {};
}

/// The last name of a path in front of a call: `Heroes` of `$A/Heroes` and of `$"A/Heroes"`. Empty: the node itself.
std::optional<std::string> parent_in(std::string_view text) {
  if (text.empty() || text == "self") return std::string();
  if (text.front() != '$') return std::nullopt;
  text.remove_prefix(1);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')) text = text.substr(1, text.size() - 2);
  const std::size_t slash = text.rfind('/');
  return std::string(slash == std::string_view::npos ? text : text.substr(slash + 1));
}

class GiftReader {
 public:
  explicit GiftReader(std::string_view script) : script_(script) {}

  std::vector<EarlyGift> read() {
    std::vector<Fault> faults;
    Lexer lexer(script_, faults);
    std::vector<Token> tokens;
    for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
      if (token.first && !tokens.empty()) {
        statement(tokens);
        tokens.clear();
      }
      if (tokens.size() < longest_statement) tokens.push_back(token);
    }
    if (!tokens.empty()) statement(tokens);
    return std::move(gifts_);
  }

 private:
  struct Instance {
    std::string scene;
    unsigned given = 0;  ///< the line of the gift; 0: none yet
  };

  void statement(Statement tokens) {
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at)
      if (tokens[at].is("func") && tokens[at + 1].kind == Token::Kind::name) begin_function(tokens[at + 1].text);
    note_assigned(tokens);
    for (std::size_t at = 2; at < tokens.size(); ++at) {
      if (are_tokens(tokens, at, "set_multiplayer_authority", '(') && tokens[at - 1].is('.')) note_gift(tokens, at);
      if (are_tokens(tokens, at, "add_child", '(') && tokens[at - 1].is('.')) note_child(tokens, at, at - 1);
    }
    if (are_tokens(tokens, 0, "add_child", '(')) note_child(tokens, 0, 0);
  }

  void begin_function(std::string_view name) {
    function_ = name;
    instances_.clear();
  }

  void note_assigned(Statement tokens) {
    const Assigned found = assigned_by(tokens);
    if (found.name.empty() || found.value >= tokens.size()) return;
    instances_.erase(std::string(found.name));
    std::optional<std::string_view> scene = loaded(tokens, found.value);
    std::size_t behind = found.value + (scene ? 4 : 1);
    if (const auto known = scenes_.find(std::string(tokens[found.value].text)); !scene && known != scenes_.end())
      scene = known->second;
    if (!scene) return;
    const bool is_instance =
        behind + 1 < tokens.size() && tokens[behind].is('.') && tokens[behind + 1].is("instantiate");
    if (is_instance) {
      if (instances_.size() < EarlyGiftLimits::names) instances_[std::string(found.name)] = {std::string(*scene)};
    } else if (behind == tokens.size() && scenes_.size() < EarlyGiftLimits::names) {
      scenes_.insert_or_assign(std::string(found.name), std::string(*scene));
    }
  }

  /// `hero.set_multiplayer_authority(`, where `hero` begins the statement or what is behind a colon.
  void note_gift(Statement tokens, std::size_t at) {
    if (at >= 3 && tokens[at - 3].is('.')) return;
    const auto instance = instances_.find(std::string(tokens[at - 2].text));
    if (instance != instances_.end() && instance->second.given == 0) instance->second.given = tokens[at].line;
  }

  /// `receiver`: the end of the tokens of the object that gets the child.
  void note_child(Statement tokens, std::size_t at, std::size_t receiver) {
    if (at + 2 >= tokens.size()) return;
    const auto instance = instances_.find(std::string(tokens[at + 2].text));
    if (instance == instances_.end() || instance->second.given == 0) return;
    std::string_view object;
    if (receiver != 0) object = script_.substr(tokens[0].begin, tokens[receiver].begin - tokens[0].begin);
    const std::optional<std::string> parent = parent_in(object);
    if (!parent || gifts_.size() == EarlyGiftLimits::gifts) return;
    gifts_.push_back({instance->second.scene, function_, *parent, instance->second.given});
  }

  std::string_view script_;
  std::string function_;
  std::map<std::string, std::string> scenes_;  ///< by the name of a constant or variable
  std::map<std::string, Instance> instances_;  ///< by the name of a variable of this function
  std::vector<EarlyGift> gifts_;
};

}  // namespace

std::vector<EarlyGift> read_early_gifts(std::string_view script) { return GiftReader(script).read(); }

}  // namespace godot::analysis::project
