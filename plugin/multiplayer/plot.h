// SPDX-License-Identifier: GPL-2.0-or-later
// Tools > Godot > Plot a property: lists the numbers that were seen, sets a watch for one and opens the I/O graph with
// its curves. In tshark, -z godot,plots[,csv|json][,FILTER] lists the numbers that can be watched.
#pragma once

namespace godot::plugin {

void register_plots();

}  // namespace godot::plugin
