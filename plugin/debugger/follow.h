// SPDX-License-Identifier: GPL-2.0-or-later
// Analyze > Follow > Godot Debugger: the conversation as lines of text (tshark -z follow,godot.debug,ascii,0).
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin::debug {

void register_debug_follow();

/// Adds a message's line to the conversation.
void tap_line(tvbuff_t* tvb, packet_info* pinfo, const char* line);

}  // namespace godot::plugin::debug
