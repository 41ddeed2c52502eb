// SPDX-License-Identifier: GPL-2.0-or-later
// What a command is, beyond its numbers: its line in the tree, expert information on the connection, and the message
// that a fragment is of.
#pragma once

#include "codec/enet/protocol.h"
#include "plugin/core/bridge.h"
#include "plugin/enet/reassembly.h"

namespace godot::enet::dissector {

/// Adds to the command's line.
void label_command(proto_item* item, const Command& command);

/// Says where a connection begins or ends.
void announce_connection(packet_info* pinfo, proto_item* item, const Command& command);

/// Where the items of a command go.
struct CommandNode {
  packet_info* pinfo;
  proto_tree* tree;
  proto_item* item;  ///< gets the expert information
  tvbuff_t* tvb;     ///< that the command's offsets are of
};

/// A fragment's bytes, the frame that has its whole message, and what that one misses.
void add_fragment(const CommandNode& node, const Command& command, const FragmentPart& part);

}  // namespace godot::enet::dissector
