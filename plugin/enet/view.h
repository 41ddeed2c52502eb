// SPDX-License-Identifier: GPL-2.0-or-later
// Showing a datagram: tree, columns, taps; and handing its messages on.
#pragma once

#include "plugin/core/bridge.h"
#include "plugin/enet/record.h"

namespace godot::enet::dissector {

struct View {
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_tree* tree;  ///< the packet's
  const Conversation& conversation;
  bool quoted;           ///< by an ICMP error: it counts for nothing
  const Record* record;  ///< null: of a datagram that is not followed
  const Reading& reading;
  std::uint32_t ordinal;  ///< of the datagram among those of its frame

  /// The connection that it belongs to; null: none that is known.
  [[nodiscard]] Stream* stream() const noexcept { return record != nullptr ? record->stream : nullptr; }
  /// It was sent by the end that asked for the connection; there is one.
  [[nodiscard]] bool from_client() const noexcept { return record->direction == record->stream->client; }
  /// What the analysis has found; null: nothing.
  [[nodiscard]] const Datagram* analysis() const noexcept { return record != nullptr ? record->analysis() : nullptr; }
};

/// Throws, as epan does, where the capture was cut.
void show(const View& view);

}  // namespace godot::enet::dissector
