// SPDX-License-Identifier: GPL-2.0-or-later
// The one way to call users' code: dissectors of a game's own, which may throw (by longjmp) where a message is not as
// they expect. What they throw is shown where they would have shown something, and costs nothing else of the packet.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Calls `function(context)`. What it throws is shown in `tree` as Wireshark does, and goes no further, unless nobody
/// can go on from there.
void guarded(void (*function)(void*), void* context, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

/// Calls a dissector of a user's. False: it took nothing; one that throws has taken all.
bool call_users_dissector(dissector_handle_t handle, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

}  // namespace godot::plugin
