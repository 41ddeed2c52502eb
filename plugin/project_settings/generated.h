// SPDX-License-Identifier: GPL-2.0-or-later
// Expert information about the user's projects.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class ProjectExpert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/project_settings/experts.def"
#undef GODOT_EXPERT
  count_,
};

[[nodiscard]] expert_field* expert(ProjectExpert row) noexcept;

/// Registers the rows. The protocols are there already.
void register_generated_of_project_settings();

}  // namespace godot::plugin
