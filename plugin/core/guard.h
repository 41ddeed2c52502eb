// SPDX-License-Identifier: GPL-2.0-or-later
// Calls of others' dissectors that go on after an exception of theirs.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Calls `function(context)`. What it throws (by longjmp) is shown in `tree` as Wireshark does, and goes no further,
/// unless nobody can go on from there.
void guarded(void (*function)(void*), void* context, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

}  // namespace godot::plugin
