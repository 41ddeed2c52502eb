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
};

void register_statistics();

/// Whether anybody counts.
[[nodiscard]] bool is_tapped() noexcept;

/// Hands a datagram to whoever counts; `datagram` and what it points to must live as long as the packet.
void tap_datagram(packet_info* pinfo, const DatagramTap* datagram);

}  // namespace godot::enet::dissector
