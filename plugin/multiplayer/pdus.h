// SPDX-License-Identifier: GPL-2.0-or-later
// Export PDUs: messages as records of the mirror (docs/mirror-format.md). Those of Godot 4 without anything of a
// transport, with peers, channel and time; all others as their transport carried them, with what a reader has to know
// of their connection.
#pragma once

#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"
#include "plugin/core/pdus.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// Hands a message of Godot's over, if anybody exports; copies are left out. `is_bare`: nothing of a transport's stands
/// in front of it.
void export_message(tvbuff_t* tvb, packet_info* pinfo, const Message& message, bool is_bare);

/// Hands any message over as it was carried, if anybody exports; copies, and what the capture has cut, are left out.
void export_carried(pdus::List list, tvbuff_t* tvb, packet_info* pinfo, const Message& message);

}  // namespace godot::plugin
