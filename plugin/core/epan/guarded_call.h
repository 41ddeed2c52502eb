// SPDX-License-Identifier: GPL-2.0-or-later
// Calls users' code: a game's own dissectors, which may throw (by longjmp) on unexpected messages. The exception is
// shown in their place, and the rest of the packet is dissected.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Calls `function(context)`. Shows an exception in `tree` as Wireshark does and stops it, unless it is one that
/// dissection cannot continue after.
void guarded(void (*function)(void*), void* context, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

/// Calls a user's dissector. False: it accepted nothing, and the columns are as before; one that throws counts as
/// having accepted all.
bool call_users_dissector(dissector_handle_t handle, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

}  // namespace godot::plugin
