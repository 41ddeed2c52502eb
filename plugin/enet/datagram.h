// SPDX-License-Identifier: GPL-2.0-or-later
// One datagram: recognised, followed, shown, and its messages handed on.
#pragma once

#include <cstdint>

#include "plugin/core/bridge.h"

namespace godot::enet::dissector {

/// Where a datagram comes from.
enum class Carrier : std::uint8_t {
  udp,
  record,  ///< another protocol's, of which there may be several in a frame
};

/// Datagrams that somebody chose, by port or by Decode As: ENet whatever they look like.
int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier);

/// Datagrams of a conversation that was recognised. Returns 0 for those that are none of its connections'.
int dissect_known(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

/// Looks at a datagram, learns from it, and dissects it once the conversation is certain. `handle` then takes the
/// conversation's later ones; null where another protocol hands its records on.
bool heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier, dissector_handle_t handle);

}  // namespace godot::enet::dissector
