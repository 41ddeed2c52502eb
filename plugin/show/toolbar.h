// SPDX-License-Identifier: GPL-2.0-or-later
// View > Additional Toolbars > Godot: the next and the previous problem, the project, a report, the state at a packet.
#pragma once

namespace godot::plugin {

/// `text_of_projects`: what the button *Project* shows.
void register_toolbar(const char* (*text_of_projects)());

// What its other buttons open, and entries under Tools > Godot, too.

/// Asks for the file, then makes the report and opens it.
void ask_for_report();
/// The state at the selected packet, in a window.
void show_state();

}  // namespace godot::plugin
