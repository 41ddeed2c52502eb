// SPDX-License-Identifier: GPL-2.0-or-later
// Displays a datagram in tree, columns and taps, and passes its messages on.
#pragma once

#include "engine/enet/datagram_view.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/enet/commands.h"
#include "plugin/enet/conversation.h"
#include "plugin/facts/demand.h"

namespace godot::plugin::enet {

struct View {
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_tree* tree;  ///< the tree of the packet
  engine::EnetDatagram its;
  const Conversation& conversation;
  const Commands& commands;
  std::uint32_t ordinal;         ///< index of the datagram in its frame
  const plugin::Demand& needed;  ///< what is needed of the packet
};

/// Throws epan's exception where the capture was cut.
void show(const View& view);

}  // namespace godot::plugin::enet
