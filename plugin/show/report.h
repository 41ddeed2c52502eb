// SPDX-License-Identifier: GPL-2.0-or-later
// A report as one HTML file: tshark -z godot,report,FILE.html[,masked], and Tools > Godot > Report.
#pragma once

#include <string>
#include <vector>

namespace godot::plugin {

/// Asks for the file, then makes the report and opens it.
void ask_for_report();

/// Where the names of the user's projects come from.
void name_projects_by(std::vector<std::string> (*names)());

}  // namespace godot::plugin
