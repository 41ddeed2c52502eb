// SPDX-License-Identifier: GPL-2.0-or-later
// Adds the derived items that the analysis lists (analysis/enet/shown/items.h): the stream, its properties, the results
// of the analysis.
#pragma once

#include "plugin/enet/command_items.h"
#include "plugin/enet/view.h"

namespace godot::plugin::enet {

/// Adds enet.stream and enet.connection.*
void add_stream(proto_tree* tree, const View& view);

/// Adds enet.analysis.* of a command, and of a datagram, where there are results. `unsent`: see is_unsent().
void add_analysis(const CommandNode& node, const Command& command, const analysis::enet::Finding& finding,
                  const analysis::enet::Sender& sender);
/// `item` gets the expert information; `other_side_in`: the frame of the same datagram on the other side; 0: none.
void add_analysis(proto_tree* tree, proto_item* item, const View& view, std::uint32_t other_side_in);

}  // namespace godot::plugin::enet
