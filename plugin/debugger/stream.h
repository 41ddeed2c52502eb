// SPDX-License-Identifier: GPL-2.0-or-later
// The debugger's messages on streams, and as messages of a WebSocket.
#pragma once

#include "codec/debugger/framing.h"
#include "plugin/core/segments.h"

namespace godot::plugin::debug {

/// Are these a debugger's bytes? `enough`: the proof that is asked for. `patient`: whatever could be a debugger's is
/// waited for; otherwise only what has begun as nobody else's would.
[[nodiscard]] Claim claim_stream(tvbuff_t* tvb, packet_info* pinfo, debugger::Proof::Look enough, bool patient);

/// Dissects a segment of a conversation that is known, or that somebody chose. Returns 0 if it holds no messages.
int dissect_debug_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, bool insists);

/// Dissects a message if it proves to be a debugger's, or its conversation has. Returns 0 if not.
int dissect_debug_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

}  // namespace godot::plugin::debug
