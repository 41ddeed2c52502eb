// SPDX-License-Identifier: MIT
// The properties of a node in netfox's snapshots, from a project: the node's path in a scene, the synchronizers of that
// scene whose lists name it, and the schemas that scripts set.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "analysis/libraries/netfox/layouts.h"
#include "project/index/project.h"

namespace godot::analysis {

/// The properties on which all roots of scenes with netfox agree, by project and list: cached, because every scene is
/// searched.
struct NetfoxRoots {
  struct Agreed {
    std::size_t scenes = 0;  ///< number of scenes in the project at that time
    std::optional<NetfoxProperties> properties;
  };
  std::map<std::pair<const project::Project*, NetfoxList>, Agreed> agreed;
};

/// The properties of the node at `path` (`/root/Main/Player`), from scenes. Empty: no scene has a list that names a
/// node there. The result is a guess unless an autoload or the main scene has that path; then all possible nodes must
/// agree.
[[nodiscard]] std::optional<NetfoxProperties> netfox_properties_of(project::Project& project, std::string_view path,
                                                                   NetfoxList list, NetfoxRoots& roots);

/// The same for the synchronizer at `path`, which netfox calls before 1.40: all properties of its list, with their
/// paths below its root. Names of inputs are a guess, too, if they are of several nodes, because another peer may own
/// some.
[[nodiscard]] std::optional<NetfoxProperties> netfox_called_properties_of(project::Project& project,
                                                                          std::string_view path, NetfoxList list);

}  // namespace godot::analysis
