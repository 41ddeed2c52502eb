// SPDX-License-Identifier: MIT
// Parses of C# only what affects the network: classes, their bases, and methods with `[Rpc]`.
// (Godot: modules/mono/glue/GodotSharp/GodotSharp/Core/Bridge/ScriptManagerBridge.cs)
#include <array>

#include "project/scripts/csharp_pieces.h"
#include "project/scripts/script.h"
#include "project/scripts/sync_limit.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

class CsharpParser {
 public:
  explicit CsharpParser(std::string_view text) : pieces_(text) { advance(); }

  Script read() {
    while (!at_end()) member();
    return std::move(script_);
  }

 private:
  struct Scope {
    int class_index = -1;  ///< the number of the class; -1: a namespace
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
    if (piece_.is("RsetConfig")) script_.configures_sets_unread = true;
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
    } else if (piece_.is('[')) {  // the brackets of an array's type
      skip_brackets();
    } else if (piece_.is('(')) {  // the brackets of a tuple's type
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
        if (piece_.is('.')) continue;  // as in the name `Godot.Rpc`
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
