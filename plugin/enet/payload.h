// SPDX-License-Identifier: GPL-2.0-or-later
// Passes a message to the first dissector that accepts it: the one that the user chose for its channel (table
// `enet.channel`), the protocol above (message_protocol.h), the heuristics that others have registered (list `enet`),
// and the protocol above once more.
#pragma once

#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/facts/demand.h"

namespace godot::plugin::enet {

/// Passes a complete message to the dissectors in order; `tree` is the packet's. An exception ends the dissector above
/// only. False: none accepted it.
bool hand_on(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
             const plugin::Demand& needed);

/// The channel of a message in the displayed packet.
[[nodiscard]] unsigned shown_channel(packet_info* pinfo);

void register_payload();
void payload_handoff();

}  // namespace godot::plugin::enet
