// SPDX-License-Identifier: GPL-2.0-or-later
// The multiplayer's state of this capture. Reset with each capture, and with each reload.
#pragma once

#include "analysis/game/learning/multiplayer_state.h"

namespace godot::plugin {

/// The state of this capture.
[[nodiscard]] analysis::MultiplayerState& multiplayer_state();

}  // namespace godot::plugin
