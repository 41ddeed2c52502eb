// SPDX-License-Identifier: GPL-2.0-or-later
// Dissects one datagram: recognition, analysis, display, and passing its messages to the dissectors above.
#pragma once

#include <cstdint>

#include "plugin/core/epan/bridge.h"
#include "plugin/facts/demand.h"

namespace godot::plugin::enet {

/// The protocol below a datagram.
enum class Carrier : std::uint8_t {
  udp,
  record,  ///< another protocol, which may have several in a frame
};

/// Dissects datagrams on ports that the user chose, or by Decode As, as ENet without checks.
int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier);

/// Dissects datagrams of a recognised conversation. Returns 0 for those that belong to none of its connections.
/// `needed`: in the tree.
int dissect_known(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const plugin::Demand& needed);

/// Checks a datagram, updates the state, and dissects it once the conversation is recognised. `handle` then gets the
/// conversation's later datagrams; null if another protocol passes its records on.
bool heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier, dissector_handle_t handle);

}  // namespace godot::plugin::enet
