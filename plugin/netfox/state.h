// SPDX-License-Identifier: GPL-2.0-or-later
// The state of netfox for a capture, and the user's table of properties.
#pragma once

#include "analysis/netfox/layouts.h"
#include "analysis/netfox/memory.h"
#include "analysis/netfox/settings.h"

namespace godot::plugin {

/// The memory of this capture.
[[nodiscard]] analysis::NetfoxMemory& netfox_memory();

/// The properties of the node at `path`, or null if unknown.
[[nodiscard]] const analysis::NetfoxProperties* netfox_properties(std::string_view path, analysis::NetfoxList list);

/// The same of the synchronizer at `path` that netfox calls before 1.40.
[[nodiscard]] const analysis::NetfoxProperties* netfox_called_properties(std::string_view path,
                                                                         analysis::NetfoxList list);

/// The settings in the user's project, if there is exactly one.
[[nodiscard]] analysis::NetfoxSettings netfox_settings();

/// Binds the memory's lifetime to a capture; registers the table of properties.
void register_netfox_state();

}  // namespace godot::plugin
