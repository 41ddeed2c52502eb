// SPDX-License-Identifier: GPL-2.0-or-later
// Of which type a replicated property's values can be: as the script declares it, or as the engine's nodes have it.
#pragma once

#include <array>
#include <string_view>

#include "plugin/analysis/project/project.h"

namespace godot::project {

/// The types that a property's values have on the wire, in the words of scripts; none: nobody knows. The texts live as
/// long as what the project has read.
struct ValueTypes {
  std::array<std::string_view, 2> names = {};

  bool operator==(const ValueTypes&) const = default;
  [[nodiscard]] bool allows(std::string_view type) const noexcept {
    return names[0].empty() || names[0] == type || (!names[1].empty() && names[1] == type);
  }
};

/// `synchronizer` is a node of the scene's tree, `path` a property of its configuration (`.:position`, `Mast:scale:y`).
[[nodiscard]] ValueTypes value_types(Project& project, int scene, int synchronizer, std::string_view path);

}  // namespace godot::project
