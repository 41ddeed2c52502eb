// SPDX-License-Identifier: GPL-2.0-or-later
// Displays a datagram in tree, columns and taps, and passes its messages on.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/enet/commands.h"
#include "plugin/enet/conversation.h"
#include "plugin/facts/demand.h"

namespace godot::plugin::enet {

struct View {
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_tree* tree;  ///< the tree of the packet
  const Conversation& conversation;
  bool quoted;           ///< by an ICMP error: not counted
  const Record* record;  ///< null: the datagram is not tracked
  const analysis::enet::Sender& sender;
  const Reading& reading;
  const Commands& commands;
  std::uint32_t ordinal;         ///< index of the datagram in its frame
  const plugin::Demand& needed;  ///< what is needed of the packet

  /// Its connection; null: unknown.
  [[nodiscard]] Stream* stream() const noexcept { return record != nullptr ? record->stream : nullptr; }
  /// True if the connection's client sent it; requires a connection.
  [[nodiscard]] bool from_client() const noexcept { return record->direction == record->stream->client; }
  /// The results of the analysis; null: none.
  [[nodiscard]] const analysis::enet::Datagram* analysis() const noexcept {
    return record != nullptr ? record->analysis() : nullptr;
  }
};

/// Throws epan's exception where the capture was cut.
void show(const View& view);

}  // namespace godot::plugin::enet
