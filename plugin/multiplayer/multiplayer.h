// SPDX-License-Identifier: GPL-2.0-or-later
// The dissector of `godot`: messages of Godot's high-level multiplayer, whatever carries them.
#pragma once

#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Dissects a message if its link is known to carry Godot's multiplayer; on the first pass it learns from it. False:
/// the message is somebody else's, or nothing has proved yet that it is not.
bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Message& message);

/// The same for those whom Wireshark has called as `godot`: the layer is counted already.
bool dissect_multiplayer_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Message& message);

}  // namespace godot::plugin

extern "C" {
void godot_multiplayer_register();
void godot_multiplayer_handoff();
}
