// SPDX-License-Identifier: MIT
// Parses of C# only what affects the network: classes, their bases, and methods with `[Rpc]`.
// (Godot: modules/mono/glue/GodotSharp/GodotSharp/Core/Bridge/ScriptManagerBridge.cs)
#include <array>

#include "project/scripts/script.h"
#include "project/scripts/sync_limit.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

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

class CsharpParser {
 public:
  explicit CsharpParser(std::string_view text) : pieces_(text) { advance(); }

  Script read() {
    while (!at_end()) member();
    return std::move(script_);
  }

 private:
  struct Scope {
    int class_index = -1;  ///< -1: a namespace
    std::size_t name_size = 0;
  };

  void advance() {
    piece_ = pieces_.next();
    if (piece_.is("SetMultiplayerAuthority") || piece_.is("SetNetworkMaster")) {
      script_.sets_authority = script_.gives_others = true;
      ++script_.other_gifts;
    }
    if (piece_.is("AddSpawnableScene") || piece_.is("ClearSpawnableScenes")) script_.adds_scenes = true;
    if (piece_.is("MaxSyncPacketSize")) read_sync_limit(script_, pieces_.source().substr(piece_.finish));
    if (piece_.is("SetScript")) script_.sets_scripts = true;
    if (piece_.is("RpcConfig")) script_.configures_unread = true;
    if (piece_.is("RsetConfig")) script_.configures_sets = true;
  }
  [[nodiscard]] bool at_end() const { return piece_.kind == Piece::Kind::end; }
  [[nodiscard]] Class* current() {
    return scopes_.empty() || scopes_.back().class_index < 0
               ? nullptr
               : &script_.classes[static_cast<std::size_t>(scopes_.back().class_index)];
  }
  void fault(const char* text) {
    if (script_.faults.size() < ScriptLimits::faults) script_.faults.push_back({piece_.line, text});
  }

  static bool opens(const Piece& piece) { return piece.is('(') || piece.is('[') || piece.is('{'); }
  static bool closes(const Piece& piece) { return piece.is(')') || piece.is(']') || piece.is('}'); }

  /// Skips from an opening bracket to behind its closing one; returns where that ended.
  std::size_t skip_brackets() {
    std::size_t depth = 0;
    do {
      if (opens(piece_)) ++depth;
      else if (closes(piece_)) --depth;
      const std::size_t end = piece_.begin;
      advance();
      if (depth == 0) return end;
    } while (!at_end());
    fault("a bracket is not closed");
    return pieces_.source().size();
  }

  /// Skips to behind the next `;` that is not in brackets; stops at a `}` that closes the scope.
  void skip_statement() {
    while (!at_end() && !piece_.is(';') && !piece_.is('}')) {
      if (opens(piece_)) skip_brackets();
      else advance();
    }
    if (piece_.is(';')) advance();
  }

  void close_scope() {
    if (!scopes_.empty()) {
      namespace_.resize(scopes_.back().name_size);
      scopes_.pop_back();
    } else {
      fault("a bracket is closed that is not open");
    }
    advance();
  }

  void member() {
    if (piece_.is('}')) return close_scope();
    bool rpc = false;
    std::string mode;
    while (piece_.is('[')) attributes(rpc, mode);
    Piece last;
    while (!at_end() && !piece_.is('}')) {
      if (piece_.is('(') && last.kind == Piece::Kind::name && current() != nullptr)
        return method(last, rpc, std::move(mode));
      if (ends_member(last)) return;
    }
  }

  /// Advances over a piece of a member. True: the member ends with it, or opens a scope of its own. `last`: the name,
  /// if the member is a method.
  bool ends_member(Piece& last) {
    if (piece_.is("namespace")) {
      open_namespace();
      return true;
    }
    if (is_class_word()) {
      last = piece_;
      return opens_class();
    }
    if (piece_.is(';') || piece_.is('=') || piece_.is("=>")) {
      skip_statement();
      return true;
    }
    if (piece_.is("enum")) {
      while (!at_end() && !piece_.is('{')) advance();
      if (piece_.is('{')) skip_brackets();
      return true;
    }
    if (piece_.is('{')) {  // a property, or an unknown construct
      skip_brackets();
      if (piece_.is('=')) skip_statement();
      return true;
    }
    if (piece_.is('<')) {
      skip_generic();
    } else if (piece_.is('[')) {  // an array's type
      skip_brackets();
    } else if (piece_.is('(')) {  // a tuple's type
      skip_brackets();
      last = {};
    } else {
      last = piece_;
      advance();
    }
    return false;
  }

  [[nodiscard]] bool is_class_word() const {
    return piece_.is("class") || piece_.is("struct") || piece_.is("interface") || piece_.is("record");
  }

  /// Skips a second such word (`record struct`). False: no name follows, so the word was itself a name.
  bool opens_class() {
    advance();
    if (piece_.is("struct") || piece_.is("class")) advance();
    if (piece_.kind != Piece::Kind::name) return false;
    open_class();
    return true;
  }

  void skip_generic() {
    std::size_t depth = 0;
    while (!at_end() && !piece_.is('{') && !piece_.is(';') && !piece_.is('}')) {
      if (piece_.is('<')) ++depth;
      if (piece_.is('>') && --depth == 0) {
        advance();
        return;
      }
      advance();
    }
  }

  /// `[Rpc(...), Export]`: sets `rpc` if one of them is Rpc.
  void attributes(bool& rpc, std::string& mode) {
    advance();
    Piece last;
    while (!at_end() && !piece_.is(']')) {
      if (piece_.kind == Piece::Kind::name) {
        last = piece_;
        advance();
        if (piece_.is('.')) continue;  // `Godot.Rpc`
        const bool is_rpc = last.is("Rpc") || last.is("RpcAttribute");
        rpc |= is_rpc;
        if (piece_.is('(')) {
          const std::size_t begin = piece_.finish;
          const std::size_t end = skip_brackets();
          if (is_rpc && end > begin)
            mode = on_one_line(pieces_.source().substr(begin, end - begin), ScriptLimits::text);
        }
        continue;
      }
      if (opens(piece_)) skip_brackets();
      else advance();
    }
    if (!at_end()) advance();
  }

  std::string dotted() {
    std::string name;
    while (piece_.kind == Piece::Kind::name) {
      name += piece_.text;
      advance();
      if (!piece_.is('.')) break;
      name += '.';
      advance();
    }
    return shortened(name, ScriptLimits::text);
  }

  /// The greatest nesting of namespaces and classes together.
  static constexpr std::size_t max_scopes = 64;

  bool open_scope(int class_index, std::size_t name_size) {
    if (scopes_.size() >= max_scopes) {
      fault("nested deeper than is read");
      skip_brackets();
      return false;
    }
    advance();
    scopes_.push_back({class_index, name_size});
    return true;
  }

  void open_namespace() {
    advance();
    const std::size_t before = namespace_.size();
    std::string name = dotted();
    if (!namespace_.empty()) name.insert(0, namespace_ + ".");
    name = shortened(name, ScriptLimits::text);
    if (piece_.is(';')) {  // for the rest of the file
      namespace_ = name;
      advance();
      return;
    }
    if (piece_.is('{') && open_scope(-1, before)) namespace_ = name;
  }

  void open_class() {
    Class found;
    found.name = piece_.text;
    if (!namespace_.empty()) found.name.insert(0, namespace_ + ".");
    found.name = shortened(found.name, ScriptLimits::text);
    if (current() != nullptr) found.outer = scopes_.back().class_index;
    advance();
    if (piece_.is('<')) skip_generic();
    if (piece_.is('(')) skip_brackets();
    if (piece_.is(':')) {
      advance();
      const std::string base = dotted();
      if (!base.empty()) found.base.names.push_back(base);
    }
    while (!at_end() && !piece_.is('{') && !piece_.is(';') && !piece_.is('}')) advance();
    if (!piece_.is('{')) return;
    if (script_.classes.size() >= ScriptLimits::classes) {
      fault("more classes than are read");
      skip_brackets();
      return;
    }
    const auto index = static_cast<int>(script_.classes.size());
    if (!open_scope(index, namespace_.size())) return;
    script_.classes.push_back(std::move(found));
  }

  /// Reads from the `(` behind the method's name to behind its body.
  void method(const Piece& name, bool rpc, std::string mode) {
    Method found;
    found.is_csharp = true;
    found.name = shortened(name.text, ScriptLimits::text);
    found.rpc = rpc;
    found.mode = std::move(mode);
    found.line = name.line;
    advance();
    while (!at_end() && !piece_.is(')') && !piece_.is('}')) parameter(found);
    if (piece_.is(')')) advance();
    while (!at_end() && !piece_.is('{') && !piece_.is(';') && !piece_.is("=>") && !piece_.is('}')) advance();
    if (piece_.is('{')) skip_brackets();
    else if (!piece_.is('}')) skip_statement();
    if (++members_ <= ScriptLimits::members) current()->methods.push_back(std::move(found));
    else if (members_ == ScriptLimits::members + 1) fault("more members than are read");
  }

  void parameter(Method& found) {
    constexpr std::array<std::string_view, 6> modifiers = {"ref", "out", "in", "params", "this", "scoped"};
    Argument argument;
    while (piece_.is('[')) skip_brackets();
    while (std::find(modifiers.begin(), modifiers.end(), piece_.text) != modifiers.end()) {
      argument.rest |= piece_.is("params");
      advance();
    }
    const std::size_t begin = piece_.begin;
    Piece last;
    std::size_t angles = 0;
    while (!at_end() && !piece_.is(')') && !piece_.is('}') && !piece_.is('=') && !(piece_.is(',') && angles == 0)) {
      if (piece_.is('<')) ++angles;
      if (piece_.is('>') && angles != 0) --angles;
      if (opens(piece_)) {
        skip_brackets();
        continue;
      }
      if (piece_.kind == Piece::Kind::name) last = piece_;
      advance();
    }
    argument.name = shortened(last.text, ScriptLimits::text);
    if (last.begin > begin)
      argument.type = without_space(pieces_.source().substr(begin, last.begin - begin), ScriptLimits::text);
    if (piece_.is('=')) {
      advance();
      const std::size_t from = piece_.begin;
      std::size_t end = from;
      while (!at_end() && !piece_.is(')') && !piece_.is('}') && !piece_.is(',')) {
        end = piece_.finish;
        if (opens(piece_)) {
          skip_brackets();
          end = piece_.begin;
        } else {
          advance();
        }
      }
      argument.optional = true;
      argument.value = on_one_line(pieces_.source().substr(from, end - from), ScriptLimits::text);
    }
    if (!argument.name.empty() && found.arguments.size() < ScriptLimits::arguments)
      found.arguments.push_back(std::move(argument));
    if (piece_.is(',')) advance();
  }

  Script script_;
  Pieces pieces_;
  Piece piece_;
  std::vector<Scope> scopes_;
  std::string namespace_;
  std::size_t members_ = 0;
};

}  // namespace

Script read_csharp(std::string_view text) { return CsharpParser(text).read(); }

}  // namespace godot::analysis::project
