// SPDX-License-Identifier: GPL-2.0-or-later
// Shows the state of a game at a packet: -z godot,state[,PACKET][,csv|json] in tshark, Tools > Godot > State at this
// packet in the window.
#pragma once

namespace godot::plugin {

/// The state at the selected packet, in a window.
void show_state();

}  // namespace godot::plugin
