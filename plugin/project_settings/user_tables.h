// SPDX-License-Identifier: GPL-2.0-or-later
// The two tables that users fill under Edit > Preferences > Protocols > Godot, kept for all profiles in the files
// godot_projects and godot_names, or given as -o 'uat:godot_projects:"/folder"'.
#pragma once

#include <string>
#include <vector>

#include "project/index/name_table.h"

namespace godot::plugin {

/// The current content of the tables.
[[nodiscard]] std::vector<std::string> project_folders();
[[nodiscard]] std::vector<analysis::NameRow> name_rows();

/// From now on, folders without a project are refused when they are entered.
void check_folders();

/// Registers the tables. `changed` is called when the user has edited one.
void register_tables(void (*changed)());

}  // namespace godot::plugin
