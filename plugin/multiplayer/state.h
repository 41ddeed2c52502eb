// SPDX-License-Identifier: GPL-2.0-or-later
// The multiplayer's state of this capture. Begun anew with each capture, and with each reload.
#pragma once

#include "plugin/analysis/links/state.h"

namespace godot::plugin {

/// The state of this capture.
[[nodiscard]] State& state();

/// What is remembered of a link, begun if need be.
[[nodiscard]] MultiplayerLink& of_link(Link& link);

/// Makes the state begin and end with a capture.
void register_state();

}  // namespace godot::plugin
