// SPDX-License-Identifier: GPL-2.0-or-later
// The multiplayer's state of this capture. Reset with each capture, and with each reload.
#pragma once

#include <cstdint>

#include "analysis/game/learning/multiplayer_state.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"

namespace godot::plugin {

/// The state of this capture.
[[nodiscard]] inline analysis::MultiplayerState& multiplayer_state() {
  return of_capture<analysis::MultiplayerState>();
}

/// The frame in which the message of this mirror's record counts; 0: in this one (analysis/mirror/doubles.h).
[[nodiscard]] inline std::uint32_t counted_in(const packet_info* pinfo) {
  return multiplayer_state().doubles.counted_in(frame_number(pinfo), is_first_pass(pinfo));
}

}  // namespace godot::plugin
