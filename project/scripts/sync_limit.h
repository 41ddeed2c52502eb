// SPDX-License-Identifier: MIT
// SceneMultiplayer.max_sync_packet_size, as a script sets it: `multiplayer.max_sync_packet_size = 500`.
#pragma once

#include <string_view>

#include "project/scripts/script.h"

namespace godot::analysis::project {

/// Reads what a script does with the property. `behind`: the text behind its name, in code or in a string
/// (`set("max_sync_packet_size", 500)`).
void read_sync_limit(Script& script, std::string_view behind) noexcept;

}  // namespace godot::analysis::project
