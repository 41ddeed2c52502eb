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

/// How a datagram comes, and what happens to the next ones.
struct Route {
  Carrier carrier = Carrier::udp;
  dissector_handle_t later = nullptr;      ///< gets a recognised conversation's datagrams; null: they come as this one
  const plugin::Demand* needed = nullptr;  ///< in the tree; null: not asked yet
};

/// Dissects datagrams on ports that the user chose, or by Decode As, as ENet without checks.
int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Carrier carrier);

/// Checks a datagram, updates the state, and dissects it if its conversation is recognised and has it; otherwise 0.
int dissect_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Route& route);

}  // namespace godot::plugin::enet
