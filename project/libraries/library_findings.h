// SPDX-License-Identifier: MIT
// What the libraries of games find in a project's files, a member for each library. Parsers and index know these types
// alone; who reads a library's messages asks for its member.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "project/libraries/netfox/property_lists_in_scripts.h"
#include "project/libraries/netfox/synchronizer_lists.h"

namespace godot::analysis::project {

/// A value in a scene or in project.godot; null: it is of another kind.
struct WrittenValue {
  const std::string* path = nullptr;                  ///< what a NodePath contains
  const std::vector<std::string>* strings = nullptr;  ///< an array of strings
  const unsigned* number = nullptr;                   ///< one that is not negative
};

/// In a script of GDScript.
struct ScriptParts {
  std::vector<NetfoxSchemaEntry> netfox_schemas;  ///< what it passes to set_schema()
  std::vector<NetfoxBuilder> netfox_builders;     ///< lists of properties for synchronizers
};
[[nodiscard]] ScriptParts read_script_parts(std::string_view text);

/// Properties of a node in a scene. Nodes of other scripts may have some of the same names: NodeLists decides.
struct NodeParts {
  std::shared_ptr<NetfoxLists> netfox;  ///< null: none is written

  [[nodiscard]] bool any() const noexcept { return netfox != nullptr; }
  /// True for the name of a property of a library's node.
  [[nodiscard]] static bool have(std::string_view name) noexcept;
  /// Other values of these names are ignored.
  void set(std::string_view name, const WrittenValue& value);
};

/// What a node is to a library.
struct NodeLists {
  const NetfoxLists* netfox = nullptr;  ///< of a synchronizer; null: the node is none

  /// The node is a synchronizer of a library.
  [[nodiscard]] bool any() const noexcept { return netfox != nullptr; }
  /// Properties of the node in a scene that may give it this script; empty: it does not.
  void add(const NodeParts& parts, std::string_view script);
};

/// What the sections of libraries in project.godot say.
struct SettingsParts {
  std::vector<std::pair<std::string, unsigned>> netfox;  ///< numbers of its section: rollback/history_limit

  /// True for the section of a library.
  [[nodiscard]] static bool have(std::string_view section) noexcept;
  void set(std::string_view name, const WrittenValue& value);
};

}  // namespace godot::analysis::project
