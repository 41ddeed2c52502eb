// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/game/state.h"

#include "analysis/game/learning/engine_errors.h"
#include "plugin/core/epan/of_capture.h"

namespace godot::plugin {

analysis::State& state() { return of_capture<analysis::State>(); }

void register_state() {
  register_init_routine(analysis::begin_engine_errors);
  register_cleanup_routine(begin_anew<analysis::State>);
}

}  // namespace godot::plugin
