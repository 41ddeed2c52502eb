// SPDX-License-Identifier: GPL-2.0-or-later
// Dissects one datagram: recognition, analysis, display, and handing its messages to the dissectors above.
#pragma once

#include <cstdint>

#include "plugin/core/bridge.h"

namespace godot::enet::dissector {

/// The protocol below a datagram.
enum class Carrier : std::uint8_t {
  udp,
  record,  ///< another protocol, which may have several in a frame
};

/// Dissects datagrams that the user chose, by port or by Decode As; they are taken for ENet without checks.
int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier);

/// Dissects datagrams of a recognised conversation. Returns 0 for those that belong to none of its connections.
int dissect_known(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

/// Checks a datagram, learns from it, and dissects it once the conversation is recognised. `handle` then gets the
/// conversation's later datagrams; null where another protocol hands its records over.
bool heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier, dissector_handle_t handle);

}  // namespace godot::enet::dissector
