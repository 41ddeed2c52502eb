// SPDX-License-Identifier: GPL-2.0-or-later
// Shows the statistics tables of analysis: in tshark by -z NAME[,csv|json][,FILTER], in the window under
// Statistics, and in sharkd. Another table needs only a row in `tables` of tables.cpp.
#pragma once

namespace godot::plugin {

void register_tables();

}  // namespace godot::plugin
