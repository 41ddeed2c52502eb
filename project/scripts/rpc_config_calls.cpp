// SPDX-License-Identifier: MIT
#include "project/scripts/rpc_config_calls.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>

#include "project/scripts/gdscript_lexer.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

/// Tokens from `begin` to before `end`.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  [[nodiscard]] std::size_t size() const noexcept { return end - begin; }
};

/// The value of a name, from the place of its declaration on.
struct Binding {
  std::size_t at = 0;
  Range value;
  std::size_t parameter = nowhere;  ///< its number, if it is a parameter of a function
  bool declares = true;             ///< false: another value for the same name
  bool open = false;                ///< it may get other values elsewhere, too
  bool joined = false;              ///< more is appended to its value, which is then only a part of a name
  bool constant = false;            ///< it is declared by `const`
};

bool makes_names(const Token& token) {
  return token.is("StringName") || token.is("String") || token.is("Array") || token.is("PackedStringArray") ||
         token.is("str");
}

/// Calls that do not modify their object.
bool keeps_names(const Token& token) { return token.is("get_method") || token.is("keys") || token.is("duplicate"); }

/// Calls that add elements to their object.
bool adds_names(const Token& token) {
  return token.is("append") || token.is("append_array") || token.is("push_back") || token.is("push_front") ||
         token.is("insert") || token.is("assign") || token.is("merge") || token.is("set");
}

/// Finds the calls of one script, and follows their arguments.
class Parser {
 public:
  Parser(std::string_view text, const std::vector<RpcConfigPlace>& places) : text_(text), places_(places) {}

  std::vector<RpcConfigCalls> read() {
    std::vector<Fault> faults;
    Lexer lexer(text_, faults);
    for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
      if (tokens_.size() >= RpcConfigLimits::tokens) break;
      tokens_.push_back(token);
    }
    most_work_ = RpcConfigLimits::steps + RpcConfigLimits::work_per_token * tokens_.size();
    find_ends();
    find_scopes();
    find_bindings();
    std::size_t place = 0;
    for (std::size_t i = 0; i < tokens_.size() && place < places_.size(); ++i) {
      if (tokens_[i].begin != places_[place].offset) continue;
      call(i, places_[place++].class_index);
    }
    for (; place != places_.size(); ++place) group_of("?", 0, places_[place].class_index).whole = false;
    return std::move(found_);
  }

 private:
  /// Whether so many steps may still be made in this file.
  bool spend(std::size_t steps) noexcept {
    work_ += steps;
    return work_ <= most_work_;
  }

  [[nodiscard]] bool is(std::size_t i, char character) const { return i < tokens_.size() && tokens_[i].is(character); }
  [[nodiscard]] bool is(std::size_t i, std::string_view name) const {
    return i < tokens_.size() && tokens_[i].is(name);
  }
  [[nodiscard]] bool is_name(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == Token::Kind::name; }

  /// Where what begins at a token ends, for each token; from the last one to the first, so that each is looked at once.
  struct Ends {
    std::uint32_t expression = 0;  ///< a line's end, `,` `;` `:` or a closing bracket
    std::uint32_t argument = 0;    ///< `,` or a closing bracket
    std::uint32_t equals = 0;      ///< the next `=` at its level of brackets, if that is before the argument's end
    std::uint32_t value = 0;       ///< a line's end, `=` or `;`
    std::uint32_t loop = 0;        ///< a line's end, or `in`
  };

  /// The next places at each level of brackets, behind the token that is looked at.
  struct Level {
    std::uint32_t separator = 0;
    std::uint32_t comma = 0;
    std::uint32_t equals = 0;
  };

  void find_ends() {
    const auto size = static_cast<std::uint32_t>(tokens_.size());
    std::vector<std::uint32_t> outer;  // tokens at lower and lower levels, the next one last
    std::vector<Level> levels;
    std::uint32_t line = size;
    std::uint32_t value = size;
    std::uint32_t loop = size;
    ends_.resize(size);
    for (std::uint32_t i = size; i-- != 0;) {
      const Token& token = tokens_[i];
      if (levels.size() <= token.depth) levels.resize(token.depth + 1, {size, size, size});
      while (!outer.empty() && tokens_[outer.back()].depth >= token.depth) outer.pop_back();
      const std::uint32_t closing = outer.empty() ? size : outer.back();
      Level& level = levels[token.depth];
      if (token.is(',')) level.comma = i;
      if (token.is('=')) level.equals = i;
      if (token.is(',') || token.is(';') || token.is(':')) level.separator = i;
      if (token.is('=') || token.is(';')) value = i;
      if (token.is("in")) loop = i;
      const bool closes = token.is(')') || token.is(']') || token.is('}');
      Ends& ends = ends_[i];
      ends.expression = closes ? i : std::min({line, closing, level.separator});
      ends.argument = std::min(closing, level.comma);
      ends.equals = level.equals < ends.argument ? level.equals : size;
      ends.value = std::min(value, line);
      ends.loop = std::min(loop, line);
      if (token.first) line = value = loop = i;
      outer.push_back(i);
    }
  }

  /// The function that each token stands in; 0: none.
  void find_scopes() {
    std::size_t scope = 0;
    unsigned indent = 0;
    unsigned line_indent = tokens_.empty() ? 0 : tokens_[0].indent;
    scopes_.reserve(tokens_.size());
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].first) line_indent = tokens_[i].indent;
      if (scope != 0 && tokens_[i].first && tokens_[i].indent <= indent) scope = 0;
      if (tokens_[i].is("func") && is_name(i + 1)) {
        indent = line_indent;  // whatever stands before it there
        scope = i + 1;
        functions_.insert(tokens_[i + 1].text);
        function_of_[scope] = tokens_[i + 1].text;
      }
      scopes_.push_back(scope);
    }
  }

  /// The end of the expression that begins at `i`: at the line's end, or at `,` `;` `:` or a closing bracket.
  [[nodiscard]] std::size_t end_of(std::size_t i) const { return i < ends_.size() ? ends_[i].expression : i; }

  void bind(std::size_t at, std::string_view name, Binding binding) {
    binding.at = at;
    bindings_[{scopes_[at], name}].push_back(binding);
  }

  void find_bindings() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      if (token.kind != Token::Kind::name) continue;
      if ((token.is("const") || token.is("var")) && is_name(i + 1)) {
        const std::size_t at = i + 2 < ends_.size() && !tokens_[i + 2].first ? ends_[i + 2].value : i + 2;
        // A variable of the class may be set by scenes and by other scripts.
        const bool open = token.is("var") && scopes_[i] == 0;
        if (is(at, '='))
          bind(i, tokens_[i + 1].text,
               {.at = 0, .value = {at + 1, end_of(at + 1)}, .open = open, .constant = token.is("const")});
      } else if (token.is("for") && is_name(i + 1)) {
        const std::size_t at = i + 2 < ends_.size() && !tokens_[i + 2].first ? ends_[i + 2].loop : i + 2;
        if (is(at, "in")) bind(i, tokens_[i + 1].text, {.at = 0, .value = {at + 1, end_of(at + 1)}});
      } else if (token.is("func")) {
        parameters(is_name(i + 1) ? i + 2 : i + 1);
      } else if (is(i + 1, '=') && !is(i + 2, '=') && (token.first || (i > 0 && is(i - 1, ':')))) {
        bind(i, token.text, {.at = 0, .value = {i + 2, end_of(i + 2)}, .declares = false});
      } else if (is_changed(i)) {
        bind(i, token.text, {.at = 0, .value = {}, .declares = false, .joined = is(i + 1, '+')});
      } else if (is(i + 1, '(') && (i == 0 || !tokens_[i - 1].is("func"))) {
        calls_[token.text].push_back(i + 1);
      }
    }
  }

  /// `name += …`, `name.append(…)`, `name[…] = …`: the name no longer has the value of its declaration.
  [[nodiscard]] bool is_changed(std::size_t i) const {
    if (is(i + 1, '+') && is(i + 2, '=')) return true;
    if (is(i + 1, '.') && is_name(i + 2) && adds_names(tokens_[i + 2]) && is(i + 3, '(')) return true;
    return tokens_[i].first && is(i + 1, '[');
  }

  /// The parameters from `(` on, of a function with or without a name.
  void parameters(std::size_t open) {
    if (!is(open, '(')) return;
    const unsigned depth = tokens_[open].depth + 1;
    std::size_t number = 0;
    for (std::size_t i = open + 1; i < tokens_.size() && tokens_[i].depth >= depth; ++number) {
      if (is_name(i)) bind(i, tokens_[i].text, {.at = 0, .value = default_value(i), .parameter = number});
      i = ends_[i].argument;
      if (!is(i, ',')) return;
      ++i;
    }
  }

  /// The default value behind the `=` of a parameter; empty if it has none.
  [[nodiscard]] Range default_value(std::size_t i) const {
    const std::size_t equals = ends_[i].equals;
    return equals < tokens_.size() ? Range{equals + 1, end_of(equals + 1)} : Range{};
  }

  /// The argument of a call, by its number; empty if there is none.
  [[nodiscard]] Range argument(std::size_t open, std::size_t number) {
    std::size_t at = open + 1;
    for (;;) {
      if (!spend(1)) return {at, at};
      const std::size_t end = end_of(at);
      if (number == 0) return {at, end};
      if (!is(end, ',')) return {at, at};
      at = end + 1;
      --number;
    }
  }

  /// `i`: the token `rpc_config` or `rset_config`, as a name or in quotes.
  void call(std::size_t i, std::size_t class_index) {
    if (i > 0 && tokens_[i - 1].is("func")) return;
    const bool quoted = tokens_[i].kind == Token::Kind::string;
    std::size_t function = i;  ///< the first token of the called expression
    Range name{};
    Range config{};
    if (quoted) {  // call("rpc_config", name, …), callv("rpc_config", [name, …])
      const bool called = i >= 2 && is(i - 1, '(') && is_name(i - 2) && tokens_[i - 2].text.starts_with("call") &&
                          !tokens_[i - 2].is("call_group") && is(i + 1, ',');
      if (!called) {
        group_of("?", 0, class_index).whole = false;
        return;
      }
      function = i - 2;
      const std::size_t begin = tokens_[function].is("callv") && is(i + 2, '[') ? i + 3 : i + 2;
      name = {begin, end_of(begin)};
    } else if (is(i + 1, '(')) {
      name = argument(i + 1, 0);
      // Without settings, the call removes the name from the list.
      config = argument(i + 1, 1);
      if (config.size() == 1 && tokens_[config.begin].is("null")) return;
    } else if (is(i + 1, '.') && is_name(i + 2) && tokens_[i + 2].text.starts_with("call") && is(i + 3, '(')) {
      name = argument(i + 3, 0);
    }
    RpcConfigCalls& group = group_of(receiver(function), scopes_[i], class_index);
    if (name.size() == 0) group.whole = false;
    else hand_over(name, settings(config, i), i, group);
  }

  /// Adds the possible names of an expression, all with the same settings.
  void hand_over(Range name, const std::string& settings, std::size_t user, RpcConfigCalls& group) {
    RpcConfigCalls mine;
    evaluate(name, user, mine, 0);
    group.whole = group.whole && mine.whole;
    for (std::string& each : mine.elsewhere) add(group.elsewhere, std::move(each), group.whole);
    for (std::string& each : mine.names) {
      if (group.settings.size() < RpcConfigLimits::settings) group.settings.push_back({each, settings});
      else group.settings_whole = false;
      add(group.names, std::move(each), group.whole);
    }
  }

  /// A literal as written, or that of a constant of this file.
  [[nodiscard]] std::string settings(Range range, std::size_t user) const {
    if (range.size() == 1 && is_name(range.begin)) {
      for (const std::size_t scope : {scopes_[user], std::size_t{0}}) {
        const auto known = bindings_.find({scope, tokens_[range.begin].text});
        if (known == bindings_.end()) continue;
        if (known->second.size() != 1 || !known->second.front().constant) return {};
        range = known->second.front().value;
        break;
      }
    }
    if (range.size() == 0) return {};
    const std::size_t begin = tokens_[range.begin].begin;
    const std::string_view written = text_.substr(begin, tokens_[range.end - 1].finish - begin);
    // Comments are between the tokens.
    if (written.size() > ScriptLimits::text || written.find('#') != std::string_view::npos) return {};
    return without_space(written, ScriptLimits::text);
  }

  /// The object in front of the dot, as written; empty for the script's own node.
  [[nodiscard]] std::string receiver(std::size_t function) const {
    if (function == 0 || !is(function - 1, '.')) return {};
    const std::size_t dot = function - 1;
    const unsigned depth = tokens_[dot].depth;
    std::size_t begin = dot;
    while (begin > 0 && !tokens_[begin].first) {
      const Token& before = tokens_[begin - 1];
      if (before.depth < depth) break;
      if (before.depth == depth && (before.is(':') || before.is(';') || before.is('=') || before.is(','))) break;
      --begin;
    }
    std::string text = without_space(text_.substr(tokens_[begin].begin, tokens_[dot].begin - tokens_[begin].begin),
                                     ScriptLimits::text);
    return text == "self" || text == "super" ? std::string() : text;
  }

  RpcConfigCalls& group_of(std::string receiver, std::size_t scope, std::size_t class_index) {
    if (receiver.empty()) scope = 0;
    const auto [known, is_new] = groups_.try_emplace({class_index, scope, receiver}, found_.size());
    if (!is_new) return found_[known->second];
    if (found_.size() >= RpcConfigLimits::groups) {
      known->second = found_.size() - 1;
      found_.back().whole = false;
      return found_.back();
    }
    RpcConfigCalls& group = found_.emplace_back();
    group.class_index = class_index;
    group.receiver = std::move(receiver);
    return group;
  }

  static void add(std::vector<std::string>& names, std::string name, bool& whole) {
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
    if (names.size() < RpcConfigLimits::names) names.push_back(std::move(name));
    else whole = false;
  }

  /// Adds the possible values of an expression.
  void evaluate(Range range, std::size_t user, RpcConfigCalls& group, unsigned depth) {
    const bool may = ++steps_ <= RpcConfigLimits::steps && spend(range.size());
    if (!may || depth > RpcConfigLimits::depth || range.size() == 0) {
      group.whole = false;
      return;
    }
    const unsigned level = tokens_[range.begin].depth;
    if (choice(range, level, user, group, depth)) return;
    // The value is that of `x` in `x as StringName`.
    if (range.size() > 2 && tokens_[range.end - 2].is("as")) range.end -= 2;
    const Token& token = tokens_[range.begin];
    const bool closed = closes_at_end(range, level);
    if (range.size() == 1) {
      if (token.kind == Token::Kind::string) add(group.names, unescaped(token.text, ScriptLimits::text), group.whole);
      else if (token.kind == Token::Kind::name) resolve(token.text, user, group, depth);
      else group.whole = false;
    } else if (closed && (token.is('[') || token.is('{') || token.is('('))) {
      elements({range.begin + 1, range.end - 1}, user, group, depth);
    } else if (closed && makes_names(token) && is(range.begin + 1, '(')) {
      elements({range.begin + 2, range.end - 1}, user, group, depth);
    } else if (closed && token.is("Callable") && is(range.begin + 1, '(')) {
      evaluate(argument(range.begin + 1, 1), user, group, depth + 1);
    } else {
      chain(range, user, group, depth);
    }
  }

  /// True if the bracket that the range opens at its level is closed by its last token, and no other one is opened.
  [[nodiscard]] bool closes_at_end(Range range, unsigned level) const {
    std::size_t opened = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Token& token = tokens_[i];
      if (token.depth == level && (token.is('(') || token.is('[') || token.is('{'))) ++opened;
    }
    const Token& last = tokens_[range.end - 1];
    return opened == 1 && last.depth == level && (last.is(')') || last.is(']') || last.is('}'));
  }

  /// `a if condition else b`
  bool choice(Range range, unsigned level, std::size_t user, RpcConfigCalls& group, unsigned depth) {
    std::size_t condition = nowhere;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (tokens_[i].depth != level) continue;
      if (tokens_[i].is("if") && condition == nowhere) condition = i;
      if (!tokens_[i].is("else") || condition == nowhere) continue;
      evaluate({range.begin, condition}, user, group, depth + 1);
      evaluate({i + 1, range.end}, user, group, depth + 1);
      return true;
    }
    return false;
  }

  /// The elements of an array, the keys of a dictionary.
  void elements(Range range, std::size_t user, RpcConfigCalls& group, unsigned depth) {
    for (std::size_t at = range.begin; at < range.end;) {
      std::size_t end = std::min(end_of(at), range.end);
      const std::size_t key = end;
      if (is(end, ':') && end < range.end) end = std::min(end_of(end + 1), range.end);
      if (key > at) evaluate(key_of({at, key}), user, group, depth + 1);
      at = std::max(end, at) + 1;
    }
  }

  /// `{name = value}` is written without quotes.
  [[nodiscard]] Range key_of(Range range) const {
    return range.size() > 2 && tokens_[range.begin + 1].is('=') ? Range{range.begin, range.begin + 1} : range;
  }

  /// Evaluates `names.keys()`, `hit.get_method()` or `Other.HIT`.
  void chain(Range range, std::size_t user, RpcConfigCalls& group, unsigned depth) {
    const std::size_t end = range.end;
    if (range.size() > 4 && is(end - 1, ')') && is(end - 2, '(') && keeps_names(tokens_[end - 3]) && is(end - 4, '.')) {
      evaluate({range.begin, end - 4}, user, group, depth + 1);
      return;
    }
    for (std::size_t i = range.begin; i < end; ++i) {
      const bool good = (i - range.begin) % 2 == 0 ? is_name(i) : is(i, '.');
      if (!good) {
        group.whole = false;
        return;
      }
    }
    if (range.size() == 3 && tokens_[range.begin].is("self")) resolve(tokens_[end - 1].text, user, group, depth);
    else if (is_name(end - 1)) add(group.elsewhere, shortened(tokens_[end - 1].text, ScriptLimits::text), group.whole);
    else group.whole = false;
  }

  /// The meaning of a name at token `user`.
  void resolve(std::string_view name, std::size_t user, RpcConfigCalls& group, unsigned depth) {
    for (const std::size_t scope : {scopes_[user], std::size_t{0}}) {
      const auto known = bindings_.find({scope, name});
      if (known == bindings_.end()) continue;
      const std::vector<Binding>& all = known->second;
      if (!spend(all.size())) {
        group.whole = false;
        return;
      }
      // In a function, the last declaration above applies; a class has only one.
      std::size_t first = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].declares && (scope == 0 || all[i].at < user)) first = i;
      }
      std::size_t end = first + 1;
      while (end < all.size() && !all[end].declares) ++end;
      const auto meant = std::span(all).subspan(first, end - first);
      if (!all[first].declares) group.whole = false;
      if (std::any_of(meant.begin(), meant.end(), [](const Binding& each) { return each.joined; })) {
        group.whole = false;
        return;
      }
      for (std::size_t i = first; i < end; ++i) {
        if (all[i].parameter == nowhere) evaluate(all[i].value, all[i].at, group, depth + 1);
        else from_callers(scope, all[i], group, depth);
        if (all[i].open) group.whole = false;
      }
      return;
    }
    if (functions_.contains(name)) add(group.names, std::string(name), group.whole);
    else add(group.elsewhere, shortened(name, ScriptLimits::text), group.whole);
  }

  /// The arguments with which this file calls the function; other files may call it, too.
  void from_callers(std::size_t scope, const Binding& parameter, RpcConfigCalls& group, unsigned depth) {
    group.whole = false;
    const auto function = function_of_.find(scope);
    const auto calls = function != function_of_.end() ? calls_.find(function->second) : calls_.end();
    if (calls == calls_.end()) return;
    for (const std::size_t open : calls->second) {
      if (!spend(1)) return;
      const Range value = argument(open, parameter.parameter);
      if (value.size() != 0) evaluate(value, open, group, depth + 1);
      else if (parameter.value.size() != 0) evaluate(parameter.value, parameter.at, group, depth + 1);
    }
  }

  using Scoped = std::pair<std::size_t, std::string_view>;

  std::string_view text_;
  const std::vector<RpcConfigPlace>& places_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> scopes_;  ///< the scope of each token
  std::set<std::string_view> functions_;
  std::map<std::size_t, std::string_view> function_of_;
  std::map<Scoped, std::vector<Binding>> bindings_;
  std::map<std::string_view, std::vector<std::size_t>> calls_;  ///< where their bracket opens
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::size_t> groups_;
  std::vector<RpcConfigCalls> found_;
  std::vector<Ends> ends_;  ///< where what begins at a token ends, by token
  std::size_t steps_ = 0;
  std::size_t work_ = 0;
  std::size_t most_work_ = 0;
};

}  // namespace

std::vector<RpcConfigCalls> read_rpc_config_calls(std::string_view text, const std::vector<RpcConfigPlace>& places) {
  return Parser(text, places).read();
}

}  // namespace godot::analysis::project
