// SPDX-License-Identifier: GPL-2.0-or-later
// Shows the statistics tables of analysis: in tshark by -z NAME[,csv|json][,FILTER], in the window under
// Statistics, and in sharkd. Another table needs only a row in `tables` of tables.cpp.
#pragma once

#include <string>

#include "analysis/report/report.h"

namespace godot::plugin {

/// Opens a window with a table's answer for all packets. `name`: its option in tshark.
void show_table(const char* name, std::string (*write)(const analysis::report::Report& report));

}  // namespace godot::plugin
