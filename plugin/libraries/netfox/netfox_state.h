// SPDX-License-Identifier: GPL-2.0-or-later
// The state of netfox for a capture, and the user's table of properties.
#pragma once

#include "analysis/libraries/netfox/memory.h"
#include "analysis/libraries/netfox/projects.h"

namespace godot::plugin {

/// The memory of this capture.
[[nodiscard]] analysis::NetfoxMemory& netfox_memory();

/// The properties of nodes, from the user's table and projects.
[[nodiscard]] analysis::NetfoxProjects& netfox_projects();

/// Binds the memory's lifetime to a capture; registers the table of properties.
void register_netfox_state();

}  // namespace godot::plugin
