// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/multiplayer.h"

namespace godot::plugin {

bool dissect_multiplayer(tvbuff_t*, packet_info*, proto_tree*, const Message&) { return false; }

}  // namespace godot::plugin

void godot_multiplayer_register() {}
void godot_multiplayer_handoff() {}
