// SPDX-License-Identifier: GPL-2.0-or-later
// The two tables that users fill under Edit > Preferences > Protocols > Godot, kept with each profile in the files
// godot_projects and godot_names, or given as -o 'uat:godot_projects:"/folder"'.
#pragma once

#include <string>
#include <vector>

namespace godot::plugin {

/// A row of the second table: the name of a method, without a project.
struct NameRow {
  std::string node;       ///< MD5 of the node's RPC list, or a pattern of its path with `*` and `?`
  std::string method_id;  ///< its number; empty: the row is about the arguments of a method known by name
  std::string method;
  std::string arguments;  ///< names, with commas between them

  bool operator==(const NameRow&) const = default;
};

/// The current content of the tables.
[[nodiscard]] std::vector<std::string> project_folders();
[[nodiscard]] std::vector<NameRow> name_rows();

/// From now on, folders without a project are refused when they are entered.
void check_folders();

/// Registers the tables. `changed` is called when the user has edited one.
void register_tables(void (*changed)());

}  // namespace godot::plugin
