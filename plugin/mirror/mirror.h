// SPDX-License-Identifier: GPL-2.0-or-later
// The dissector of `godot.mirror`: records that a running game has written of its own multiplayer, in exported PDUs.
#pragma once

#include "plugin/analysis/multiplayer/names.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// What the mirrored games of this capture have told of themselves.
[[nodiscard]] const names::Source& mirrored_games();

}  // namespace godot::plugin

extern "C" void godot_mirror_register();
