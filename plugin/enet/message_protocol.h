// SPDX-License-Identifier: GPL-2.0-or-later
// The interface of the protocol above ENet, which interprets its messages: Godot's multiplayer. It registers a table of
// functions; ENet includes no file of it.
#pragma once

#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/facts/demand.h"

namespace godot::plugin::enet {

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

}  // namespace godot::plugin::enet
