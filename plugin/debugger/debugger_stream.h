// SPDX-License-Identifier: GPL-2.0-or-later
// The debugger's messages on streams, and as messages of a WebSocket.
#pragma once

#include "plugin/core/epan/segments.h"

namespace godot::plugin::debug {

/// Checks for a debugger's bytes. `is_port`: on one of its ports, where less proof is enough.
[[nodiscard]] Claim claim_stream(tvbuff_t* tvb, packet_info* pinfo, bool is_port);

/// Dissects a segment of a conversation that is known or chosen by the user. Returns 0 if it has no messages.
int dissect_debug_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, bool insists);

/// Dissects a message if it or its conversation is proven to be a debugger's. Returns 0 if not.
int dissect_debug_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

}  // namespace godot::plugin::debug
