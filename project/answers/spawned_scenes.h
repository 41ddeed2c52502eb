// SPDX-License-Identifier: MIT
// The spawners of the projects' scenes: which scenes they instantiate, and below which node.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/names/source.h"
#include "project/answers/answering_projects.h"
#include "project/answers/kept_texts.h"
#include "project/index/replication_lists.h"

namespace godot::analysis::project {

/// A spawner of a scene.
struct Spawner {
  Project* project = nullptr;
  int scene = -1;
  const NodeInfo* node = nullptr;
  bool is_certain = false;  ///< the path leads to it, not only its last names
  bool is_spawned =
      false;  ///< it is in a scene that another spawner makes at this place: which one, the path leaves open
};

/// The likeliest one at this path of a project; without a node: there is none.
[[nodiscard]] Spawner spawner_of(Project& project, std::string_view path);

/// A folder's last name, unless the other one has the same.
[[nodiscard]] std::string short_name(const std::string& folder, const std::string& other);

/// Another scene may have this number: of a spawner of another scene, which this path fits as well, or of this one's
/// list (shares_number()).
[[nodiscard]] bool is_disputed(const Spawner& spawner, std::string_view path, std::uint32_t scene);

/// The spawner's list has another scene whose number ends with the same byte, which is all that a Spawn has of it.
[[nodiscard]] bool shares_number(const Spawner& spawner, std::uint32_t scene);

class Spawners {
 public:
  Spawners(const AnsweringProjects& projects, ReplicationLists& lists, KeptTexts& texts) noexcept
      : projects_(projects), lists_(lists), texts_(texts) {}

  /// Of the first project that has one at this path.
  [[nodiscard]] Spawner find(std::string_view path) const;

  /// Of several projects, one whose list has a scene of this number: the sender's has.
  [[nodiscard]] Spawner find(std::string_view path, std::uint32_t scene) const;

  // The questions of names::Source.
  [[nodiscard]] names::Name scene(std::string_view spawner, std::uint32_t scene) const;
  [[nodiscard]] names::SpawnedScene spawned_scene(const names::Node& node) const;
  [[nodiscard]] names::OtherScenes other_scenes(const names::Node& node, std::uint64_t senders,
                                                std::uint64_t receivers) const;

  /// The spawner's path and the relative path of the node below which it instantiates, both as texts: the nodes above
  /// may be unknown.
  [[nodiscard]] names::Name parent(std::string_view spawner) const;

 private:
  const AnsweringProjects& projects_;
  ReplicationLists& lists_;
  KeptTexts& texts_;
};

}  // namespace godot::analysis::project
