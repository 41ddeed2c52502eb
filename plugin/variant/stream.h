// SPDX-License-Identifier: GPL-2.0-or-later
// Variants on streams, each behind its length: TCP, and what TLS decrypts.
#pragma once

#include "plugin/core/bridge.h"
#include "plugin/variant/verdict.h"

namespace godot::plugin {

/// Dissects the units of a stream that is known to carry Variants, or that somebody chose. Returns 0 if there are none.
int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice);

/// Streams of Variants often come as a segment with the length and a segment with the value. A first segment that could
/// be a length is therefore joined with the next before it is judged; joining claims nothing.
bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle);

}  // namespace godot::plugin
