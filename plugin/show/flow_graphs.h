// SPDX-License-Identifier: GPL-2.0-or-later
// Statistics > Flow Graph > Godot calls, ENet connection; tshark -z flow,godot,standard and -z flow,enet,standard.
#pragma once

namespace godot::plugin {

/// Registers the flow graphs, if they are supported for this version of Wireshark (bridge.h).
void register_flow_graphs();

}  // namespace godot::plugin
