// SPDX-License-Identifier: GPL-2.0-or-later
// Counts datagrams, commands and problems: the tap `enet`, and Statistics > ENet (tshark -z enet,tree).
#pragma once

#include "analysis/enet/shown/counted.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin::enet {

/// The tap's data of one datagram.
using DatagramTap = analysis::enet::CountedDatagram;

/// Address and port of sender and receiver: "10.0.0.5:4242", in packet scope.
struct Ends {
  const char* from;
  const char* to;
};
[[nodiscard]] Ends ends_of(packet_info* pinfo);

/// Adds these as fields, if a filter or a column needs them.
void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo);

void register_statistics();

/// True if the tap has listeners.
[[nodiscard]] bool is_tapped() noexcept;

/// Passes a datagram to the tap; `datagram` and its pointers must be valid as long as the packet.
void tap_datagram(packet_info* pinfo, const DatagramTap* datagram);

}  // namespace godot::plugin::enet
