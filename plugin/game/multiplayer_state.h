// SPDX-License-Identifier: GPL-2.0-or-later
// The multiplayer's state of this capture. Reset with each capture, and with each reload.
#pragma once

#include <cstdint>

#include "analysis/game/learning/multiplayer_state.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The state of this capture.
[[nodiscard]] analysis::MultiplayerState& multiplayer_state();

/// The frame in which the message of this mirror's record counts; 0: in this one (analysis/mirror/doubles.h).
[[nodiscard]] std::uint32_t counted_in(const packet_info* pinfo);

}  // namespace godot::plugin
