// SPDX-License-Identifier: MIT
// The network-related content of a script file: its classes, their methods with arguments, and what they extend.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "project/libraries/library_findings.h"
#include "project/scripts/rpc_config_calls.h"

namespace godot::analysis::project {

/// A part of a file that could not be parsed as expected.
struct Fault {
  unsigned line = 0;  ///< from 1; 0 = the file as a whole
  std::string text;
};

struct Argument {
  std::string name;
  std::string type;   ///< as written, without spaces; empty = not declared
  std::string value;  ///< the default, as written; empty = none
  bool optional = false;
  bool rest = false;  ///< takes all arguments that follow (`...rest`, C# `params`)

  bool operator==(const Argument&) const = default;
};

struct Method {
  std::string name;
  std::vector<Argument> arguments;
  bool rpc = false;  ///< `@rpc`, `[Rpc]`, or one of Godot 3's keywords
  std::string mode;  ///< the content of the annotation, or the keyword
  bool is_csharp = false;
  unsigned line = 0;
};

struct Variable {
  std::string name;
  std::string type;  ///< as written, or the type that `:=` infers in simple cases; empty: any
  std::string mode;  ///< Godot 3's keyword, empty = none
};

/// `const Name = preload("path")`, `const Name = Other.Name`, `const NAME = &"text"` or `const NAMES = ["text", …]`
struct Constant {
  std::string name;
  std::string path;
  std::vector<std::string> names;
  std::vector<std::string> texts;
};

/// The base behind `extends`: a path, or names, or names within the script of a path.
struct Base {
  std::string path;
  std::vector<std::string> names;
};

struct Class {
  std::string name;  ///< of `class_name` or `class`; C#: with its namespace
  int outer = -1;    ///< index of the class around it
  Base base;
  std::vector<Method> methods;
  std::vector<Variable> variables;
  std::vector<Constant> constants;
};

/// All classes of a file. In GDScript the first is the script itself.
struct Script {
  std::vector<Class> classes;
  std::vector<std::string> mentions;       ///< resource paths and uids in its strings; of GDScript only
  std::vector<RpcConfigCalls> configured;  ///< calls of rpc_config(); of GDScript only
  std::vector<std::string> words;          ///< strings that might be names, if names for rpc_config() cannot be read
  bool configures_unread = false;  ///< it calls rpc_config() in ways not evaluated: in C#, in strings, too often
  bool sets_authority = false;     ///< it calls set_multiplayer_authority(), or Godot 3's set_network_master()
  bool gives_others = false;       ///< it calls that for nodes other than its own and those below
  bool gives_itself = false;       ///< ... for its own node, and with it for those below
  bool gives_below = false;        ///< ... for nodes below its own
  bool gives_alone = false;        ///< ... for a node without those below (its second argument is not `true`)
  std::uint32_t other_gifts = 0;   ///< how often for others
  std::vector<std::string> configured_sets;  ///< names passed to Godot 3's rset_config(); of GDScript only
  bool configures_sets_unread = false;       ///< it calls rset_config() in ways not evaluated, or too often
  bool adds_scenes = false;      ///< it changes a spawner's list (add_spawnable_scene(), clear_spawnable_scenes())
  bool sets_sync_limit = false;  ///< it sets SceneMultiplayer.max_sync_packet_size in its code
  int sync_limit = -1;           ///< ... to this constant; negative: to something else, or to several
  bool gives_in_ready = false;   ///< it calls set_multiplayer_authority() in _ready()
  bool sets_scripts = false;     ///< it gives nodes another script than their scene does
  ScriptParts libraries;         ///< what libraries of games find in it; of GDScript only
  std::vector<Fault> faults;
};

/// Limits for one file: names and texts are cut there; further classes, methods and faults are skipped.
struct ScriptLimits {
  static constexpr std::size_t text = 256;
  static constexpr std::size_t classes = 1024;
  static constexpr std::size_t members = 16384;  ///< of all classes of the file
  static constexpr std::size_t mentions = 1024;
  static constexpr std::size_t configured = 256;  ///< calls of rpc_config() in one file at most; of rset_config(), too
  static constexpr std::size_t words = 256;
  static constexpr std::size_t texts = 64;       ///< texts of one constant at most
  static constexpr std::size_t arguments = 255;  ///< more than a call can have
  static constexpr std::size_t faults = 8;
};

/// Parses any bytes; what cannot be parsed is reported as a fault and skipped.
[[nodiscard]] Script read_gdscript(std::string_view text);
[[nodiscard]] Script read_csharp(std::string_view text);

}  // namespace godot::analysis::project
