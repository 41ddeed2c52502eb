// SPDX-License-Identifier: GPL-2.0-or-later
// Items of a command besides its fields: its label, expert information about the connection, and links of a fragment to
// its message.
#pragma once

#include "codec/enet/protocol.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/reassembly.h"

namespace godot::plugin::enet {

/// Appends to the command's label.
void label_command(proto_item* item, const Command& command);

/// Adds expert information where a connection begins or ends.
void announce_connection(packet_info* pinfo, proto_item* item, const Command& command);

/// The place of a command's items.
struct CommandNode {
  packet_info* pinfo;
  proto_tree* tree;
  proto_item* item;  ///< gets the expert information
  tvbuff_t* tvb;     ///< to which the command's offsets refer
};

/// Adds a fragment's bytes, the frame that completes its message, and the fragments missing there.
void add_fragment(const CommandNode& node, const Command& command, const FragmentPart& part);

/// Adds the fields of a command's cost, if it is known; the command begins at `begin`. `has_message`: the command's
/// message has a line with its cost.
void add_cost(const CommandNode& node, Offset begin, const analysis::facts::Cost& cost, bool has_message);

}  // namespace godot::plugin::enet
