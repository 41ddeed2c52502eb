// SPDX-License-Identifier: GPL-2.0-or-later
// Shows the answering modules' tables: in tshark by -z NAME[,csv|json][,FILTER], in the window under
// Statistics, and in sharkd. A row in the table of tables.cpp is all that another question needs.
#pragma once

namespace godot::plugin {

void register_tables();

}  // namespace godot::plugin
