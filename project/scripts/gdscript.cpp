// SPDX-License-Identifier: MIT
// Parses of GDScript (Godot 3 and 4) only what affects the network. Skips the bodies of functions by their indentation.
// (Godot: modules/gdscript/gdscript_parser.cpp; 3.x: the same file's _parse_class)
#include <array>
#include <map>

#include "project/scripts/gdscript_lexer.h"
#include "project/scripts/inferred_type.h"
#include "project/scripts/script.h"
#include "project/scripts/sync_limit.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

// Keywords of Godot 3 (and, the shorter ones, 2.1) before `func` and `var`.
constexpr std::array<std::string_view, 8> network_words = {"remote",     "master",     "puppet",     "slave",
                                                           "remotesync", "mastersync", "puppetsync", "sync"};
constexpr std::array<std::string_view, 4> other_words = {"static", "onready", "export", "abstract"};

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& words, const Token& token) {
  return token.kind == Token::Kind::name && std::find(words.begin(), words.end(), token.text) != words.end();
}

class GdscriptParser {
 public:
  explicit GdscriptParser(std::string_view text) : lexer_(text, script_.faults) {
    script_.classes.emplace_back();
    blocks_.push_back({});
    advance();
  }

  Script read() {
    while (!at_end()) {
      if (!place()) {
        skip_line();
        continue;
      }
      if (statement()) continue;
      while (!at_end() && !token_.first && !(token_.is(';') && token_.depth == 0)) advance();
      while (!at_end() && !token_.first && token_.is(';')) advance();
    }
    read_configurations();
    read_set_configurations();
    resolve_aliases();
    return std::move(script_);
  }

 private:
  /// The lines of a class.
  struct Block {
    std::size_t class_index = 0;
    int owner = -1;   ///< indentation of the line with `class`; its block is deeper
    int indent = -1;  ///< of its own lines; -1: none seen yet
  };

  /// The object in front of a call, as far as it shows whose method is called.
  enum class Receiver : std::uint8_t { none, self, self_dot, below, below_dot, dot };

  [[nodiscard]] bool names_authority() const {
    const bool is_word = token_.kind == Token::Kind::name || token_.kind == Token::Kind::string;
    return is_word && (token_.text == "set_multiplayer_authority" || token_.text == "set_network_master");
  }

  /// The call is for the node itself, or for one below it ($Sync).
  [[nodiscard]] bool is_for_own() const {
    return token_.kind == Token::Kind::name &&
           (receiver_ == Receiver::none || receiver_ == Receiver::self_dot || receiver_ == Receiver::below_dot);
  }

  /// set_multiplayer_authority() gives the nodes below, too, unless its second argument says otherwise. `rest`: what
  /// follows the name.
  static bool is_recursive(std::string_view rest) {
    constexpr std::size_t longest = 512;
    rest = rest.substr(0, longest);
    int depth = 0;
    std::size_t second = 0;
    for (std::size_t i = 0; i != rest.size(); ++i) {
      const char letter = rest[i];
      if (letter == '(' || letter == '[') ++depth;
      if (letter == ',' && depth == 1) second = i + 1;
      if (letter != ')' && letter != ']') continue;
      if (--depth <= 0) return second == 0 || trimmed(rest.substr(second, i - second)) == "true";
    }
    return true;
  }

  void read_gift() {
    script_.sets_authority = true;
    script_.gives_in_ready = script_.gives_in_ready || in_ready_;
    const bool is_own = is_for_own();
    const bool is_below = is_own && receiver_ == Receiver::below_dot;
    script_.gives_others = script_.gives_others || !is_own;
    if (!is_own) ++script_.other_gifts;
    script_.gives_itself = script_.gives_itself || (is_own && !is_below);
    script_.gives_below = script_.gives_below || is_below;
    script_.gives_alone = script_.gives_alone || !is_recursive(lexer_.source().substr(token_.finish));
  }

  void follow_receiver() {
    const bool goes_on = token_.kind == Token::Kind::name || token_.is('/');
    if (token_.is('$')) {
      receiver_ = Receiver::below;
    } else if (receiver_ == Receiver::below && goes_on) {
      // The path goes on, as in $Body/Sync.
    } else if (token_.is('.')) {
      if (receiver_ == Receiver::below) receiver_ = Receiver::below_dot;
      else receiver_ = receiver_ == Receiver::self ? Receiver::self_dot : Receiver::dot;
    } else {
      receiver_ = token_.is("self") && receiver_ != Receiver::dot ? Receiver::self : Receiver::none;
    }
  }

  /// The function that a token is in: the one that was declared last.
  void follow_function() {
    if (after_func_ && token_.kind == Token::Kind::name) in_ready_ = token_.text == "_ready";
    after_func_ = token_.is("func");
  }

  void advance() {
    token_ = lexer_.next();
    follow_function();
    if (token_.text == "max_sync_packet_size") read_sync_limit(script_, lexer_.source().substr(token_.finish));
    if (names_authority()) read_gift();
    follow_receiver();
    if (token_.is("set_script") || token_.is("script")) script_.sets_scripts = true;
    if (token_.text.find("spawnable_scene") != std::string_view::npos) script_.adds_scenes = true;
    const bool is_string = token_.kind == Token::Kind::string;
    const bool is_text = is_string || token_.kind == Token::Kind::name;
    if (is_text && token_.text == "rpc_config" && !add_place(call_places_))
      script_.configures_unread = has_more_calls_ = true;
    const bool names_sets = token_.text.find("rset_config") != std::string_view::npos;
    if (names_sets && !(is_text && token_.text == "rset_config" && add_place(set_places_)))
      script_.configures_sets_unread = true;
    const bool joins = token_.is('+') || token_.is('%');
    if (joins && is_last_word_) script_.words.pop_back();
    is_last_word_ = false;
    if (is_string) read_string(joined_);
    joined_ = joins || (joined_ && token_.is('='));
  }

  /// False: the limit is reached. Calls beyond it are not evaluated: they may pass any name.
  [[nodiscard]] bool add_place(std::vector<RpcConfigPlace>& places) {
    if (places.size() == ScriptLimits::configured) return false;
    places.push_back({token_.begin, blocks_.back().class_index});
    return true;
  }

  /// `joined`: the string is appended to something, so it is at most a part of a name.
  void read_string(bool joined) {
    if (token_.text.starts_with("res://") || token_.text.starts_with("uid://")) {
      if (script_.mentions.size() < ScriptLimits::mentions)
        script_.mentions.push_back(unescaped(token_.text, ScriptLimits::text));
    } else if (is_word(token_.text)) {
      is_last_word_ = !joined && script_.words.size() < ScriptLimits::words;
      if (is_last_word_) script_.words.emplace_back(token_.text);
    } else if (token_.text.find("rpc_config") != std::string_view::npos) {
      script_.configures_unread = true;
    }
  }

  static bool is_word(std::string_view text) {
    return !text.empty() && text.size() <= ScriptLimits::text && is_name_start(text.front()) &&
           std::all_of(text.begin(), text.end(), is_name_part);
  }

  /// The names that the script passes to rset_config(). Each counts for all nodes, so that those of its calls are one
  /// list.
  void read_set_configurations() {
    if (set_places_.empty()) return;
    for (const RpcConfigCalls& group : read_rpc_config_calls(lexer_.source(), set_places_)) {
      if (!group.whole || !group.elsewhere.empty()) script_.configures_sets_unread = true;
      script_.configured_sets.insert(script_.configured_sets.end(), group.names.begin(), group.names.end());
    }
  }

  void read_configurations() {
    if (!call_places_.empty()) script_.configured = read_rpc_config_calls(lexer_.source(), call_places_);
    if (has_more_calls_) {
      for (RpcConfigCalls& group : script_.configured) group.whole = false;
    }
    const bool all_read =
        std::all_of(script_.configured.begin(), script_.configured.end(),
                    [](const RpcConfigCalls& group) { return group.whole && group.elsewhere.empty(); });
    if (all_read) script_.words.clear();
    script_.words.shrink_to_fit();
  }

  /// `const Base = RefCounted`: arguments that are declared with such a constant get the class's name, because it
  /// decides what they accept.
  void resolve_aliases() {
    std::map<std::string_view, std::string_view> aliases;
    for (const Class& each : script_.classes) {
      for (const Constant& constant : each.constants) {
        if (constant.names.size() == 1 && (constant.names[0] == "RefCounted" || constant.names[0] == "Object"))
          aliases.emplace(constant.name, constant.names[0]);
      }
    }
    if (aliases.empty()) return;
    for (Class& each : script_.classes) {
      for (Method& method : each.methods) {
        for (Argument& argument : method.arguments) {
          if (const auto alias = aliases.find(argument.type); alias != aliases.end()) argument.type = alias->second;
        }
      }
    }
  }

  [[nodiscard]] bool at_end() const { return token_.kind == Token::Kind::end; }
  [[nodiscard]] Class& current() { return script_.classes[blocks_.back().class_index]; }

  void fault(const char* text) {
    if (script_.faults.size() < ScriptLimits::faults) script_.faults.push_back({token_.line, text});
  }

  /// True if a member may begin here: not on a line that is indented deeper than the members of its class.
  bool place() {
    if (!token_.first) return true;
    const int indent = static_cast<int>(token_.indent);
    while (blocks_.size() > 1 && indent <= blocks_.back().owner) blocks_.pop_back();
    Block& block = blocks_.back();
    if (block.indent < 0) block.indent = indent;
    return indent <= block.indent;
  }

  void skip_line() {
    do advance();
    while (!at_end() && !token_.first);
  }

  /// Skips from an opening bracket to behind the closing one; returns where that was.
  std::size_t skip_brackets() {
    const unsigned depth = token_.depth;
    std::size_t end = token_.finish;
    do {
      advance();
      if (token_.first || at_end() || token_.depth <= depth) break;
      end = token_.finish;
    } while (true);
    if (!at_end() && !token_.first) advance();
    return end;
  }

  /// True if another statement follows at once, on the same line or not.
  bool statement() {
    if (token_.kind == Token::Kind::annotation) {
      annotation();
      return true;
    }
    std::string mode;
    while (is_one_of(network_words, token_) || is_one_of(other_words, token_)) {
      if (is_one_of(network_words, token_)) mode = token_.text;
      advance();
      if (token_.is('(') && !token_.first) skip_brackets();
      if (token_.first) return true;
    }
    if (token_.is("func")) {
      function(std::move(mode));
    } else if (token_.is("class_name")) {
      class_name();
    } else if (token_.is("extends")) {
      advance();
      current().base = base();
    } else {
      pending_rpc_ = false;
      if (token_.is("class")) return inner_class();
      if (token_.is("var")) variable(std::move(mode));
      else if (token_.is("const")) constant();
      else advance();
    }
    return false;
  }

  /// `@rpc` applies to the next function, whatever other annotations and lines are between.
  void annotation() {
    const bool is_rpc = token_.text == "rpc";
    advance();
    std::string_view arguments;
    if (token_.is('(') && !token_.first) {
      const std::size_t begin = token_.finish;
      arguments = lexer_.source().substr(begin, skip_brackets() - begin);
    }
    if (!is_rpc) return;
    pending_rpc_ = true;
    pending_mode_ = on_one_line(arguments, ScriptLimits::text);
  }

  void function(std::string mode) {
    Method method;
    method.line = token_.line;
    advance();
    if (token_.kind != Token::Kind::name || token_.first) {
      fault("a function has no name");
      pending_rpc_ = false;
      return;
    }
    method.name = shortened(token_.text, ScriptLimits::text);
    method.rpc = pending_rpc_ || !mode.empty();
    method.mode = pending_rpc_ ? std::move(pending_mode_) : std::move(mode);
    pending_rpc_ = false;
    advance();
    if (token_.is('(')) arguments(method);
    else fault("a function has no arguments in brackets");
    add(current().methods, std::move(method));
    if (!token_.first && !at_end()) skip_line();
  }

  /// Reads the arguments, from `(` to behind `)`.
  void arguments(Method& method) {
    const unsigned depth = token_.depth + 1;
    advance();
    while (inside(depth)) {
      Argument argument;
      while (token_.is('.')) {  // as in the argument `...rest`
        argument.rest = true;
        advance();
      }
      if (token_.is("var")) advance();  // Godot 2 allows it
      if (token_.kind != Token::Kind::name) {
        if (!token_.is(',')) fault("an argument has no name");
        skip_to_comma(depth);
        continue;
      }
      argument.name = shortened(token_.text, ScriptLimits::text);
      advance();
      bool is_inferred = false;
      if (token_.is(':')) {
        advance();
        is_inferred = token_.is('=');
        const std::size_t begin = token_.begin;
        std::size_t end = begin;
        while (inside(depth) && !((token_.is(',') || token_.is('=')) && token_.depth == depth)) {
          end = token_.finish;
          advance();
        }
        argument.type = without_space(lexer_.source().substr(begin, end - begin), ScriptLimits::text);
      }
      if (token_.is('=')) {
        advance();
        const std::size_t begin = token_.begin;
        std::array<Token, most_outside> outside;
        std::size_t count = 0;
        const std::size_t end = skip_expression(depth, [&](const Token& token) {
          if (count < most_outside && token.depth == depth) outside[count] = token;
          if (token.depth == depth) ++count;
        });
        if (is_inferred && count <= most_outside)
          argument.type = inferred_type({outside.data(), count}, lexer_.source());
        argument.optional = true;
        argument.value = on_one_line(lexer_.source().substr(begin, end - begin), ScriptLimits::text);
      }
      if (method.arguments.size() < ScriptLimits::arguments) method.arguments.push_back(std::move(argument));
      skip_to_comma(depth);
    }
    if (!at_end() && !token_.first) advance();
  }

  [[nodiscard]] bool inside(unsigned depth) const { return !at_end() && !token_.first && token_.depth >= depth; }

  /// To the next comma of this list, or its end; the offset where the expression ended.
  template <class Visit>
  std::size_t skip_expression(unsigned depth, Visit visit) {
    std::size_t end = token_.begin;
    while (inside(depth) && !(token_.is(',') && token_.depth == depth)) {
      visit(token_);
      end = token_.finish;
      advance();
    }
    return end;
  }

  void skip_to_comma(unsigned depth) {
    skip_expression(depth, [](const Token&) {});
    if (inside(depth)) advance();
  }

  void class_name() {
    advance();
    if (token_.kind != Token::Kind::name || token_.first) {
      fault("class_name without a name");
      return;
    }
    current().name = shortened(token_.text, ScriptLimits::text);
    advance();
    if (!token_.first && token_.is(',')) {  // Godot 3: an icon
      advance();
      if (!token_.first && token_.kind == Token::Kind::string) advance();
    }
    if (!token_.first && token_.is("extends")) {
      advance();
      current().base = base();
    }
  }

  bool inner_class() {
    const int owner = blocks_.back().indent < 0 ? 0 : blocks_.back().indent;
    advance();
    if (token_.kind != Token::Kind::name || token_.first) {
      fault("a class has no name");
      return false;
    }
    Class inner;
    inner.name = shortened(token_.text, ScriptLimits::text);
    inner.outer = static_cast<int>(blocks_.back().class_index);
    advance();
    if (!token_.first && token_.is("extends")) {
      advance();
      inner.base = base();
    }
    if (script_.classes.size() >= ScriptLimits::classes) {
      fault("more classes than are read");
      skip_line();
      return true;
    }
    blocks_.push_back({.class_index = script_.classes.size(), .owner = owner, .indent = -1});
    script_.classes.push_back(std::move(inner));
    if (!token_.first && token_.is(':')) advance();
    return true;  // a member may stand on the same line
  }

  /// `"path"`, `"path".Inner`, `Name`, `Name.Inner`
  Base base() {
    Base found;
    if (!token_.first && token_.kind == Token::Kind::string) {
      found.path = unescaped(token_.text, ScriptLimits::text);
      advance();
      if (token_.first || !token_.is('.')) return found;
      advance();
    }
    found.names = names();
    return found;
  }

  std::vector<std::string> names() {
    constexpr std::size_t most = 16;
    std::vector<std::string> found;
    while (!token_.first && token_.kind == Token::Kind::name && found.size() < most) {
      found.push_back(shortened(token_.text, ScriptLimits::text));
      advance();
      if (token_.first || !token_.is('.')) break;
      advance();
    }
    return found;
  }

  void variable(std::string mode) {
    advance();
    if (token_.kind != Token::Kind::name || token_.first) return;
    Variable found;
    found.name = shortened(token_.text, ScriptLimits::text);
    found.mode = std::move(mode);
    advance();
    if (!token_.first && token_.is(':')) {
      advance();
      const std::size_t begin = token_.begin;
      std::size_t end = begin;
      while (!at_end() && !token_.first && !token_.is('=') && !token_.is(':') && !token_.is(';')) {
        end = token_.finish;
        advance();
      }
      found.type = without_space(lexer_.source().substr(begin, end - begin), ScriptLimits::text);
      if (found.type.empty() && !token_.first && token_.is('=')) found.type = inferred();
    }
    add(current().variables, std::move(found));
    skip_value();
  }

  /// To the end of the line or to a semicolon; those in the body of a property or lambda, behind a colon, end nothing.
  void skip_value() {
    const auto is_outside = [this](char character) { return token_.depth == 0 && token_.is(character); };
    while (!at_end() && !token_.first && !is_outside(';')) {
      if (is_outside(':')) return skip_line();
      advance();
    }
  }

  static constexpr std::size_t most_outside = 6;  ///< tokens outside of brackets of an expression that shows its type

  /// The type of the expression behind `:=`.
  std::string_view inferred() {
    std::array<Token, most_outside> outside;
    std::size_t count = 0;
    const unsigned depth = token_.depth;
    advance();
    while (!at_end() && !token_.first && !((token_.is(':') || token_.is(';')) && token_.depth <= depth)) {
      if (token_.depth <= depth) {
        if (count == most_outside) return {};
        outside[count++] = token_;
      }
      advance();
    }
    return inferred_type({outside.data(), count}, lexer_.source());
  }

  void constant() {
    advance();
    if (token_.kind != Token::Kind::name || token_.first) return;
    Constant found;
    found.name = shortened(token_.text, ScriptLimits::text);
    while (!at_end() && !token_.first && !token_.is('=')) advance();
    if (token_.first || at_end()) return;
    advance();
    if (!token_.first && (token_.is("preload") || token_.is("load"))) {
      advance();
      if (token_.first || !token_.is('(')) return;
      advance();
      if (token_.first || token_.kind != Token::Kind::string) return;
      found.path = unescaped(token_.text, ScriptLimits::text);
    } else if (!token_.first && (token_.kind == Token::Kind::string || token_.is('[') || token_.is('{'))) {
      texts(found.texts);
    } else {
      found.names = names();
    }
    if (!found.path.empty() || !found.names.empty() || !found.texts.empty()) add(current().constants, std::move(found));
  }

  /// A string, or strings in brackets.
  void texts(std::vector<std::string>& found) {
    const unsigned depth = token_.depth;
    do {
      if (token_.kind == Token::Kind::string && found.size() < ScriptLimits::texts)
        found.push_back(unescaped(token_.text, ScriptLimits::text));
      advance();
    } while (inside(depth + 1));
  }

  template <typename Member>
  void add(std::vector<Member>& members, Member member) {
    if (++members_ <= ScriptLimits::members) members.push_back(std::move(member));
    else if (members_ == ScriptLimits::members + 1) fault("more members than are read");
  }

  Script script_;
  Lexer lexer_;
  Token token_;
  std::vector<Block> blocks_;
  std::size_t members_ = 0;
  std::vector<RpcConfigPlace> call_places_;  ///< where it names rpc_config
  std::vector<RpcConfigPlace> set_places_;   ///< where it names rset_config
  bool has_more_calls_ = false;              ///< calls of rpc_config() that call_places_ has no room for
  Receiver receiver_ = Receiver::none;
  bool is_last_word_ = false;  ///< the last token is the last of the script's words
  bool after_func_ = false;    ///< the last token is `func`
  bool in_ready_ = false;      ///< the function that was declared last is _ready()
  bool joined_ = false;        ///< the last token concatenates texts
  bool pending_rpc_ = false;
  std::string pending_mode_;
};

}  // namespace

Script read_gdscript(std::string_view text) { return GdscriptParser(text).read(); }

}  // namespace godot::analysis::project
