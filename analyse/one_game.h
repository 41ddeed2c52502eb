// SPDX-License-Identifier: MIT
// Captures of one game, merged by time: they are read, and the answers are printed.
#pragma once

#include "analyse/command_line/arguments.h"

namespace godot::analyse {

/// Returns the exit status.
[[nodiscard]] int run_game(Arguments arguments);

}  // namespace godot::analyse
