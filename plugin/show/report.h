// SPDX-License-Identifier: GPL-2.0-or-later
// A report as one HTML file: tshark -z godot,report,FILE.html[,masked], and Tools > Godot > Report.
#pragma once

namespace godot::plugin {

void register_report();

/// Asks for the file, then makes the report and opens it.
void ask_for_report();

}  // namespace godot::plugin
