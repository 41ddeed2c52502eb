// SPDX-License-Identifier: GPL-2.0-or-later
// Counting datagrams, commands and what went wrong: the tap `enet`, and Statistics > ENet (tshark -z enet,tree).
#pragma once

#include "plugin/analysis/enet/analysis.h"
#include "plugin/core/bridge.h"
#include "plugin/enet/reading.h"

namespace godot::enet::dissector {

/// What the tap says of one datagram.
struct DatagramTap {
  Offset size = 0;   ///< bytes
  Offset plain = 0;  ///< bytes of its commands after decompression, if they were compressed
  Compression compression = Compression::none;
  Header header;
  Buffer commands;
  Offset begin = 0;                    ///< of the commands in `commands`
  const Datagram* analysis = nullptr;  ///< null: not known
  bool malformed = false;
  std::uint32_t stream = CONV_ID_UNSET;  ///< number of its connection
  bool is_first = true;                  ///< of its frame's datagrams
};

/// Address and port of sender and receiver: "10.0.0.5:4242", in packet scope.
struct Ends {
  const char* from;
  const char* to;
};
[[nodiscard]] Ends ends_of(packet_info* pinfo);

/// Adds these as fields, where a filter or a column asks for them.
void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo);

void register_statistics();

/// Whether anybody counts.
[[nodiscard]] bool is_tapped() noexcept;

/// Hands a datagram to whoever counts; `datagram` and what it points to must live as long as the packet.
void tap_datagram(packet_info* pinfo, const DatagramTap* datagram);

}  // namespace godot::enet::dissector
