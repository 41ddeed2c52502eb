// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace godot::plugin {

/// Asks for the file, then makes the report and opens it.
void ask_for_report();

}  // namespace godot::plugin
