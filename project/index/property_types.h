// SPDX-License-Identifier: MIT
// The possible types of a replicated property's values: from the script's declaration, or from the engine's classes.
#pragma once

#include <array>
#include <string_view>

#include "project/index/project.h"

namespace godot::analysis::project {

/// The types that a property's values may have on the wire, named as in scripts; none: not known. The texts live as
/// long as the parsed files.
struct ValueTypes {
  std::array<std::string_view, 2> names = {};

  bool operator==(const ValueTypes&) const = default;
  [[nodiscard]] bool allows(std::string_view type) const noexcept {
    return names[0].empty() || names[0] == type || (!names[1].empty() && names[1] == type);
  }
};

/// `synchronizer` is a node of the scene's tree, `path` a property of its configuration (`.:position`, `Mast:scale:y`).
[[nodiscard]] ValueTypes value_types(Project& project, int scene, int synchronizer, std::string_view path);

}  // namespace godot::analysis::project
