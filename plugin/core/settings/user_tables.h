// SPDX-License-Identifier: GPL-2.0-or-later
// The tables that users fill in the preferences of godot, as preferences.def has the other preferences: how they are
// named, and their columns, which are all texts. Those of libraries of games are in their folders of the plugin.
#pragma once

#include <array>
#include <cstddef>

namespace godot::plugin {

struct UserColumn {
  const char* name;
  const char* title;
  const char* help;
};

/// A table: itself, its file, and its preference.
template <std::size_t count>
struct UserTable {
  const char* title;
  const char* file;
  const char* preference;
  const char* preference_title;
  const char* help;
  std::array<UserColumn, count> columns;
};

inline constexpr UserTable<1> projects_table = {
    .title = "Godot projects",
    .file = "godot_projects",
    .preference = "projects",
    .preference_title = "Projects",
    .help = "Folders of Godot projects: their scripts and scenes have the names that messages do not carry",
    .columns = {{{"folder", "Project folder", "The folder that holds project.godot"}}}};

inline constexpr UserTable<4> names_table = {
    .title = "Godot names",
    .file = "godot_names",
    .preference = "names",
    .preference_title = "Names without a project",
    .help = "Names of methods and of their arguments, by node and number",
    .columns = {{{"node", "Node", "Path of the node, with * and ?, or the MD5 of its RPC list"},
                 {"method_id", "Method number",
                  "Number of the method as Godot 4 sends it; empty where methods are sent by name"},
                 {"method", "Method", "Name of the method"},
                 {"arguments", "Arguments", "Names of its arguments, with commas between them"}}}};

inline constexpr UserTable<3> peer_names_table = {
    .title = "Godot peer names",
    .file = "godot_peer_names",
    .preference = "peer_names",
    .preference_title = "Names of peers",
    .help = "Calls whose arguments are the names of peers",
    .columns = {{{"method", "Method", "Node and method as calls show them: Network.register, Network.#2"},
                 {"name", "Name", "Which argument is the name, from 0"},
                 {"id", "Id", "Which argument is the peer's id; empty: the caller is meant"}}}};

inline constexpr UserTable<4> watches_table = {
    .title = "Godot watches",
    .file = "godot_watches",
    .preference = "watches",
    .preference_title = "Watches",
    .help = "Numbers of the game that become fields godot.watch.NAME: columns, filters, graphs",
    .columns = {{{"name", "Name", "The field will be godot.watch.NAME"},
                 {"node", "Node", "Path of the node, with * and ?"},
                 {"what", "Property or argument",
                  "position, or [0] for the first property; move(direction), or move(0) for the first argument"},
                 {"component", "Component", "x, size.y, origin.z ...; empty for plain numbers"}}}};

}  // namespace godot::plugin
