// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/game/multiplayer_state.h"

#include "analysis/game/learning/engine_errors.h"
#include "plugin/core/epan/of_capture.h"

namespace godot::plugin {

analysis::MultiplayerState& multiplayer_state() { return of_capture<analysis::MultiplayerState>(); }

void register_multiplayer_state() {
  register_init_routine(analysis::begin_engine_errors);
  register_cleanup_routine(begin_anew<analysis::MultiplayerState>);
}

}  // namespace godot::plugin
