// SPDX-License-Identifier: MIT
// godot-analyse FOLDER: a table with a row for each capture, or the answers of each.
#pragma once

#include "analyse/command_line/arguments.h"

namespace godot::analyse {

/// Prints them. `arguments`: the folder is their only capture. Returns the exit status.
[[nodiscard]] int run_folder(const Arguments& arguments);

}  // namespace godot::analyse
