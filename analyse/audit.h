// SPDX-License-Identifier: MIT
// godot-analyse --project DIR, without a capture: what the project's files say.
#pragma once

#include <string>

#include "analyse/command_line/arguments.h"

namespace godot::analyse {

/// Prints the tables that were asked for; without a question, all of them. Returns what is wrong; empty: nothing.
[[nodiscard]] std::string run_audit(const Arguments& arguments);

}  // namespace godot::analyse
