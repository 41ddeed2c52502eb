// SPDX-License-Identifier: GPL-2.0-or-later
// Connections captured on both sides of a relay or router: pairs their streams, and finds a datagram on the other side.
// See analysis/enet/pairs.h.
#pragma once

#include "analysis/enet/pairs.h"
#include "plugin/enet/conversation.h"
#include "plugin/enet/record.h"

namespace godot::enet::dissector {

using analysis::enet::OtherSide;

/// Looks for the other side of a stream that begins with this datagram's Connect, and updates streams that have one.
/// First pass only. `datagram`: all its bytes.
void track_sides(const Record& record, const Conversation& conversation, const Reading& reading);

[[nodiscard]] OtherSide other_side(const Record& record, const packet_info* pinfo);

/// True if this side is the receiver's and the sender's side is captured, too: problems are then reported there, for
/// the message itself.
[[nodiscard]] bool is_reported_on_other_side(const Record& record);

/// Resets all sides; called before each capture.
void reset_sides();

}  // namespace godot::enet::dissector
