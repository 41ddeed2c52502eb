// SPDX-License-Identifier: GPL-2.0-or-later
// Where the commands of a datagram lie while it is shown: in the datagram or, decompressed, in a buffer of their own.
#pragma once

#include "plugin/core/bridge.h"
#include "plugin/enet/reading.h"

namespace godot::enet::dissector {

struct Commands {
  tvbuff_t* tvb;              ///< offsets of commands are offsets into this
  Buffer bytes = {};          ///< all of it; empty: there are none, or nobody knows how they were compressed
  Offset begin = 0;           ///< of the first one
  bool decompressed = false;  ///< `tvb` is not the datagram

  [[nodiscard]] CommandReader reader(const Header& header) const noexcept { return {bytes, header, begin}; }

  /// Bytes after decompression; 0: nothing was decompressed.
  [[nodiscard]] Offset plain_size() const noexcept { return decompressed ? bytes.reported : 0; }
};

/// Of the datagram that `tvb` is. Decompressed ones become a data source of the packet.
[[nodiscard]] Commands commands_of(const Reading& reading, tvbuff_t* tvb, packet_info* pinfo);

}  // namespace godot::enet::dissector
