// SPDX-License-Identifier: GPL-2.0-or-later
// The properties of a node in netfox's snapshots as a project says them: its place in a scene, the synchronizers of
// that scene whose lists name it, and the schemas that scripts set.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "plugin/analysis/netfox/layouts.h"
#include "plugin/analysis/project/project.h"

namespace godot::analysis {

/// What all roots of scenes with netfox agree on, by project and list: kept, since it asks every scene.
struct NetfoxRoots {
  struct Agreed {
    std::size_t scenes = 0;  ///< of the project, when it was asked
    std::optional<NetfoxProperties> properties;
  };
  std::map<std::pair<const project::Project*, NetfoxList>, Agreed> agreed;
};

/// What scenes say of the node at `path` (`/root/Main/Player`). Nothing: no scene has a list that names a node there.
/// It is a guess unless an autoload or the main scene lead there; then all that might be meant agree.
[[nodiscard]] std::optional<NetfoxProperties> netfox_properties_of(project::Project& project, std::string_view path,
                                                                   NetfoxList list, NetfoxRoots& roots);

/// The same of the synchronizer at `path`, which netfox calls before 1.40: all properties of its list, with their paths
/// below its root. Names of inputs are a guess, too, if these are of several nodes, as another peer may own some.
[[nodiscard]] std::optional<NetfoxProperties> netfox_called_properties_of(project::Project& project,
                                                                          std::string_view path, NetfoxList list);

}  // namespace godot::analysis
