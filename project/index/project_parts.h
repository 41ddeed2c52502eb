// SPDX-License-Identifier: MIT
// Declarations shared by the sources of Project only.
#pragma once

#include <map>

#include "project/index/project.h"

namespace godot::analysis::project {

/// Goes up the chain of a script's bases, starting with the script itself, at most as many steps as scripts may extend
/// one another.
template <typename Visit>
void for_each_base(const std::vector<ScriptInfo>& scripts, int script, Visit visit) {
  for (std::size_t i = 0; script >= 0 && i < ProjectLimits::bases; ++i) {
    const ScriptInfo& info = scripts[static_cast<std::size_t>(script)];
    if (!visit(info)) return;
    script = info.base;
  }
}

/// A file as parsed.
struct Project::Parsed {
  Stamp stamp;
  Script script;
  Scene scene;
  std::string uid;
  std::vector<FileFault> faults;
};

struct Project::SceneEntry {
  std::string path;  ///< the file in the project: `res://main.tscn`
  const Scene* scene = nullptr;
  int cycle = -1;  ///< number of its cycle of scenes that contain each other; -1: none
  bool built = false;
  NodeTree tree;
  std::vector<int> synchronizers;                            ///< the synchronizers of its root node
  std::vector<int> mentioned;                                ///< scenes that its scripts refer to
  std::unordered_map<int, std::vector<int>> spawned;         ///< scenes that spawners instantiate below a node
  std::map<std::pair<int, std::string_view>, int> children;  ///< by parent and name
};

/// Splits `A/B/C` into its parts; skips `.` and empty parts.
[[nodiscard]] std::vector<std::string_view> parts_of(std::string_view path);

/// Makes a resource path of a path in the folder.
[[nodiscard]] inline std::string resource_name(const std::string& path) { return "res://" + path; }

}  // namespace godot::analysis::project
