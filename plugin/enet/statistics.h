// SPDX-License-Identifier: GPL-2.0-or-later
// Counts datagrams, commands and problems: the tap `enet`, and Statistics > ENet (tshark -z enet,tree).
#pragma once

#include "analysis/enet/order/analysis.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/enet/reading.h"

namespace godot::plugin::enet {

/// The tap's data of one datagram.
struct DatagramTap {
  Offset size;         ///< bytes of the whole datagram
  Offset header_size;  ///< bytes of its header
  Offset plain;        ///< size of its commands after decompression; 0: not compressed
  Compression compression;
  CommandReader commands;                    ///< at the first one
  const analysis::enet::Datagram* analysis;  ///< null: the datagram is not tracked
  bool malformed;
  std::uint32_t stream;  ///< number of its connection, or CONV_ID_UNSET
  bool is_first;         ///< first datagram of its frame
};

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
