// SPDX-License-Identifier: GPL-2.0-or-later
// Passes a message to the first dissector that accepts it: the one that the user chose for its channel (table
// `enet.channel`), the protocol above, the heuristics that others have registered (list `enet`),
// and the protocol above once more.
#pragma once

#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/facts/demand.h"

namespace godot::plugin::enet {

/// The protocol above ENet, which interprets its messages: Godot's multiplayer. It registers this table of functions;
/// ENet includes no file of it.
struct MessageProtocol {
  /// Dissects a message if the connection is known to carry this protocol; otherwise only updates the state.
  bool (*dissect)(tvbuff_t*, packet_info*, proto_tree*, const analysis::Message&, const plugin::Demand&);
  /// Called again if no heuristic dissector has accepted the message.
  bool (*dissect_last)(tvbuff_t*, packet_info*, proto_tree*, const analysis::Message&);
  /// Exports the message, if ENet's messages are exported.
  void (*export_message)(tvbuff_t*, packet_info*, const analysis::Message&);
};

/// Set while protocols are registered. The table must be valid as long as Wireshark runs.
inline const MessageProtocol* message_protocol = nullptr;

/// Passes a complete message to the dissectors in order; `tree` is the packet's. An exception ends the dissector above
/// only. False: none accepted it.
bool hand_on(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
             const plugin::Demand& needed);

/// The channel of a message in the displayed packet.
[[nodiscard]] unsigned shown_channel(packet_info* pinfo);

void register_payload();
void payload_handoff();

}  // namespace godot::plugin::enet
