// SPDX-License-Identifier: GPL-2.0-or-later
// Generated items: the stream, its properties, and the results of the analysis.
#pragma once

#include "analysis/enet/analysis.h"
#include "plugin/core/bridge.h"
#include "plugin/enet/capture.h"

namespace godot::enet::dissector {

/// Adds enet.stream and enet.connection.*
void add_stream(proto_tree* tree, tvbuff_t* tvb, const packet_info* pinfo, const Stream& stream, Direction direction);

/// Adds enet.analysis.* of a command and of a datagram, where there are results. `item` gets the expert information.
/// `unsent`: see is_unsent().
void add_analysis(proto_tree* tree, proto_item* item, tvbuff_t* tvb, int start, int length, packet_info* pinfo,
                  const analysis::enet::Finding& finding, bool unsent);
/// `other_side_in`: the frame of the same datagram on the other side; 0: none.
void add_analysis(proto_tree* tree, proto_item* item, tvbuff_t* tvb, packet_info* pinfo,
                  const analysis::enet::Datagram& datagram, std::uint32_t other_side_in);

}  // namespace godot::enet::dissector
