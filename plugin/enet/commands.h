// SPDX-License-Identifier: GPL-2.0-or-later
// A datagram's commands during dissection, and their buffer: the datagram, or a separate buffer after decompression.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/enet/codec.h"

namespace godot::plugin::enet {

struct Commands {
  tvbuff_t* tvb;              ///< the commands' offsets refer to this
  Buffer bytes = {};          ///< its bytes; empty: no commands, or an unknown compression
  bool decompressed = false;  ///< `tvb` is a separate buffer
  CommandList list;

  /// Number of bytes after decompression; 0: not compressed.
  [[nodiscard]] Offset plain_size() const noexcept { return decompressed ? bytes.reported : 0; }
};

/// The commands of the datagram `tvb`. Decompressed ones become a data source of the packet.
[[nodiscard]] Commands commands_of(const Reading& reading, tvbuff_t* tvb, packet_info* pinfo);

}  // namespace godot::plugin::enet
