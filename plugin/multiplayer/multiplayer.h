// SPDX-License-Identifier: GPL-2.0-or-later
// The dissector of `godot`: messages of Godot's high-level multiplayer over any transport.
#pragma once

#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

struct Demand;

/// Dissects a message if its link is known to carry Godot's multiplayer; on the first pass it updates the state. False:
/// the message is another protocol's, or is not recognised yet.
bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message);

/// The same where the packet's needs are known.
bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                         const Demand& needed);

/// The same for callers that Wireshark has called as `godot`, so that the layer is counted already.
bool dissect_multiplayer_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message);

}  // namespace godot::plugin
