// SPDX-License-Identifier: GPL-2.0-or-later
// What only the sources of Project share.
#pragma once

#include <map>

#include "plugin/analysis/project/project.h"

namespace godot::project {

/// Steps up the chain of a script's bases, itself first, at most as often as scripts may extend one another.
template <typename Visit>
void for_each_base(const std::vector<ScriptInfo>& scripts, int script, Visit visit) {
  for (std::size_t i = 0; script >= 0 && i < ProjectLimits::bases; ++i) {
    const ScriptInfo& info = scripts[static_cast<std::size_t>(script)];
    if (!visit(info)) return;
    script = info.base;
  }
}

/// A file as it was read.
struct Project::Parsed {
  Stamp stamp;
  Script script;
  Scene scene;
  std::string uid;
  std::vector<FileFault> faults;
};

struct Project::SceneEntry {
  std::string path;  ///< `res://main.tscn`
  const Scene* scene = nullptr;
  int cycle = -1;  ///< scenes that contain each other have one number; -1: contains itself nowhere
  bool built = false;
  NodeTree tree;
  std::vector<int> synchronizers;                            ///< of its root
  std::vector<int> mentioned;                                ///< scenes that its scripts mention
  std::unordered_map<int, std::vector<int>> spawned;         ///< scenes that spawners put below a node
  std::map<std::pair<int, std::string_view>, int> children;  ///< by parent and name
};

/// `A/B/C` in its parts; `.` and what is empty is left out.
[[nodiscard]] std::vector<std::string_view> parts_of(std::string_view path);

/// `res://` and the path in the folder.
[[nodiscard]] inline std::string resource_name(const std::string& path) { return "res://" + path; }

}  // namespace godot::project
