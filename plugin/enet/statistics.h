// SPDX-License-Identifier: GPL-2.0-or-later
// Counts datagrams, commands and problems: the tap `enet`, and Statistics > ENet (tshark -z enet,tree).
#pragma once

#include "analysis/enet/shown/counted.h"
#include "plugin/core/register/statistics.h"
#include "plugin/core/tree/from_to.h"

namespace godot::plugin::enet {

/// The tap's data of one datagram.
using DatagramTap = analysis::enet::CountedDatagram;
inline plugin::Statistics<DatagramTap> statistics("enet", "ENet");

/// Address and port of sender and receiver: "10.0.0.5:4242", in packet scope.
[[nodiscard]] Ends ends_of(packet_info* pinfo);

/// Adds these as fields, if a filter or a column needs them.
void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo);

void register_statistics();

}  // namespace godot::plugin::enet
