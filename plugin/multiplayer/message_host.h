// SPDX-License-Identifier: GPL-2.0-or-later
// Wireshark as a host of the steps of a message (engine/message/steps.h): items, columns, lines, statistics.
#pragma once

#include "analysis/link/link.h"
#include "codec/core/bytes.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/tree/items.h"
#include "plugin/facts/demand.h"

namespace godot::plugin {

/// True if the message is the multiplayer's; on the first pass, the recognition learns from it.
[[nodiscard]] bool is_multiplayer(tvbuff_t* tvb, const packet_info* pinfo, const analysis::Message& message);

/// Reads such a message for all consumers: facts, items, columns, texts, statistics. It begins at offset 0 of `place`,
/// whose tree may be null.
void read_message(const TreePlace& place, const analysis::Message& message, const Buffer& bytes, const Demand& needed);

/// Registers the user's table of calls that contain the name of a peer.
void register_peer_table();

}  // namespace godot::plugin
