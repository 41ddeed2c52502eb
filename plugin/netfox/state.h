// SPDX-License-Identifier: GPL-2.0-or-later
// What is remembered of netfox while a capture is open, and what users say of nodes.
#pragma once

#include "plugin/analysis/netfox/layouts.h"
#include "plugin/analysis/netfox/memory.h"
#include "plugin/analysis/netfox/settings.h"

namespace godot::plugin {

/// Of this capture.
[[nodiscard]] NetfoxMemory& netfox_memory();

/// The properties of the node at `path`, or null: nobody says.
[[nodiscard]] const NetfoxProperties* netfox_properties(std::string_view path, NetfoxList list);

/// What the user's project says, if there is one alone.
[[nodiscard]] NetfoxSettings netfox_settings();

/// Makes the memory begin and end with a capture; registers the table of properties.
void register_netfox_state();

}  // namespace godot::plugin
