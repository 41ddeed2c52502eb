// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/state.h"

#include "analysis/game/learning/engine_errors.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {
namespace {

analysis::State* current = nullptr;

extern "C" {

void end_state() {
  delete current;
  current = nullptr;
}

void begin_state() {
  end_state();
  current = new analysis::State;
  analysis::begin_engine_errors();
}

}  // extern "C"
}  // namespace

analysis::State& state() { return *current; }

void register_state() {
  register_init_routine(begin_state);
  register_cleanup_routine(end_state);
}

}  // namespace godot::plugin
