// SPDX-License-Identifier: MIT
// The content of a scene file: its nodes as written, and the resources that they refer to.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "project/libraries/library_findings.h"
#include "project/scripts/script.h"

namespace godot::analysis::project {

/// A property that a MultiplayerSynchronizer synchronizes.
struct ReplicatedProperty {
  enum class Mode { never, always, on_change };

  std::string path;  ///< as written: `.:position`, `Sprite:frame`
  bool spawn = true;
  Mode mode = Mode::always;
  bool has_precision = false;  ///< the file has `precision`, which only Redot writes
  bool half = false;           ///< … 1: its numbers are sent in 2 bytes
};

/// A SceneReplicationConfig; the properties are in its order.
using ReplicationConfig = std::vector<ReplicatedProperty>;

/// A property of a node that refers to a resource.
struct ResourceReference {
  enum class Kind { none, null, external, internal };
  Kind kind = Kind::none;
  std::string id;
};

/// A resource in another file.
struct ExternalResource {
  std::string type;
  std::string path;
  std::string uid;
};

/// A resource in the file, of a type that is used here.
struct InternalResource {
  std::string type;
  ReplicationConfig config;
  Script script;  ///< the script, if the resource is a GDScript
  bool is_script = false;
};

/// A `[node]` section. A property that it does not set has the value of the instanced or inherited scene.
struct SceneNode {
  std::string name;
  std::string type;    ///< empty: that of the instance, or of an existing node that is changed
  std::string parent;  ///< path below the root; `.` = the root
  bool is_root = false;
  int index = -1;  ///< place among its siblings
  ResourceReference instance;
  std::string placeholder;  ///< path of a scene that is loaded later
  ResourceReference script;
  ResourceReference config;
  bool has_scenes = false;
  std::vector<std::string> scenes;  ///< the paths that a MultiplayerSpawner may spawn
  bool has_spawn_path = false;
  std::string spawn_path;
  double replication_interval = -1;  ///< seconds between states of a MultiplayerSynchronizer; negative: not set
  bool has_root_path = false;
  std::string root_path;
  std::vector<ResourceReference> handed;  ///< files that other properties of it name, as a scene that its script makes
  NodeParts libraries;                    ///< properties that nodes of libraries of games have
};

struct Scene {
  bool is_scene = false;  ///< `[gd_scene]`; false: another kind of resource
  unsigned format = 0;    ///< 2: Godot 3; 3, 4: Godot 4
  std::string uid;
  std::string type;  ///< of the resource, if it is no scene
  std::map<std::string, ExternalResource, std::less<>> external;
  std::map<std::string, InternalResource, std::less<>> internal;
  InternalResource main;  ///< `[resource]` of a .tres
  std::vector<SceneNode> nodes;
  std::vector<Fault> faults;
};

struct SceneLimits {
  static constexpr std::size_t nodes = 65536;
  static constexpr std::size_t resources = 65536;
  static constexpr std::size_t handed = 64;        ///< files that the properties of one node may name
  static constexpr std::size_t properties = 4096;  ///< properties of one SceneReplicationConfig at most
};

/// Parses any bytes; what cannot be parsed is reported as a fault and skipped.
[[nodiscard]] Scene read_scene(std::string_view text);

/// The content of project.godot.
struct Settings {
  struct Autoload {
    std::string name;
    std::string path;  ///< without the `*` that makes it a node
  };

  unsigned config_version = 0;  ///< 5: Godot 4; 4: 3.1 and later; 3: 3.0
  std::string name;
  std::string main_scene;
  std::vector<Autoload> autoloads;
  SettingsParts libraries;  ///< sections of libraries of games
  std::vector<Fault> faults;
};

[[nodiscard]] Settings read_settings(std::string_view text);

}  // namespace godot::analysis::project
