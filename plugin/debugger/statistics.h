// SPDX-License-Identifier: GPL-2.0-or-later
// Counting messages: the tap `godot_debug`, and Statistics > Godot > Debugger (tshark -z godot_debug,tree).
#pragma once

#include "analysis/streams/debugger/counted.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin::debug {

using MessageTap = analysis::CountedDebugMessage;

void register_debug_statistics();

/// Passes a message to the tap; `message` must be valid as long as the packet.
void tap_message(packet_info* pinfo, const MessageTap* message);

}  // namespace godot::plugin::debug
