// SPDX-License-Identifier: MIT
// Which script of the projects a node has: by its place in a scene, its spawn, or the checksum of its list of methods.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/names/source.h"
#include "project/answers/answering_projects.h"
#include "project/answers/spawned_scenes.h"

namespace godot::analysis::project {

/// A script of one of the projects.
struct NodeScript {
  Project* project = nullptr;
  int number = -1;
  names::Certainty certainty = names::Certainty::unknown;
  bool is_there = false;  ///< a scene or an autoload has it exactly at the node's path

  [[nodiscard]] explicit operator bool() const noexcept { return number >= 0; }
  [[nodiscard]] const ScriptInfo& info() const { return project->scripts()[static_cast<std::size_t>(number)]; }
};

class NodeScripts {
 public:
  NodeScripts(const AnsweringProjects& projects, const Spawners& spawners) noexcept
      : projects_(projects), spawners_(spawners) {}

  /// The script of a node, by all that is known of the node.
  [[nodiscard]] NodeScript find(const names::Node& node) const;

  /// The script by the node's spawn, or by the place of its path in a scene or among the autoloads.
  [[nodiscard]] NodeScript by_place(const names::Node& node) const;

  /// The script of the scene that a spawn names.
  [[nodiscard]] NodeScript by_spawn(const names::Node& node) const;

  /// True if another script may be at the node's place, as far as its path shows, with another method of this number: a
  /// spawner instantiates several scenes there.
  [[nodiscard]] bool is_disputed(const names::Node& node, std::uint32_t id, const Method& method) const;

  /// True if the node's list is a script's, alone or after names of rpc_config(). `placed`: by_place().
  [[nodiscard]] bool may_be_configured(const names::Node& node, const NodeScript& placed) const;

  /// `placed`: by_place(). The result for a checksum that no script has; null if one has it, or there are no scripts.
  [[nodiscard]] const Nearest* nearest(const names::Node& node, const NodeScript& placed, Project*& project) const;

  /// Other scripts that the node may have: of all scenes that a spawner may have instantiated at its place, those with
  /// its list; if the place is not known, all with its list. If the project's script there has another list, it may be
  /// that of another version.
  [[nodiscard]] std::vector<int> rivals(const names::Node& node, const NodeScript& script) const;

 private:
  [[nodiscard]] bool is_listed(const names::Node& node, const NodeScript& placed) const;

  const AnsweringProjects& projects_;
  const Spawners& spawners_;
};

}  // namespace godot::analysis::project
