// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/game/multiplayer_state.h"

#include "analysis/game/learning/engine_errors.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"

namespace godot::plugin {

analysis::MultiplayerState& multiplayer_state() { return of_capture<analysis::MultiplayerState>(); }

std::uint32_t counted_in(const packet_info* pinfo) {
  return multiplayer_state().doubles.counted_in(frame_number(pinfo), is_first_pass(pinfo));
}

void register_multiplayer_state() {
  register_init_routine(analysis::begin_engine_errors);
  register_cleanup_routine(begin_anew<analysis::MultiplayerState>);
}

}  // namespace godot::plugin
