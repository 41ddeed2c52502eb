// SPDX-License-Identifier: GPL-2.0-or-later
// Export PDUs: the messages of Godot 4's multiplayer, whole, with peers, channel and time, as records of the mirror
// (docs/mirror-format.md), which need no transport. File > Export PDUs to File > Godot, tshark -U Godot.
#pragma once

#include "plugin/core/bridge.h"
#include "plugin/core/link.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// Hands a message over, if anybody exports; copies are left out. It must be a message, with nothing of a transport's
/// in front of it.
void export_message(tvbuff_t* tvb, packet_info* pinfo, const Message& message, MultiplayerLink& link);

void register_pdus();

}  // namespace godot::plugin
