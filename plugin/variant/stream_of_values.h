// SPDX-License-Identifier: GPL-2.0-or-later
// Variants on streams, each after its length: TCP, and data decrypted by TLS.
#pragma once

#include "plugin/core/epan/bridge.h"
#include "plugin/variant/value_conversations.h"

namespace godot::plugin {

/// Dissects the units of a stream recognised as Variants or chosen by the user. Returns 0 if there are none. `tcp`:
/// TCP's state of the segment, or null.
int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp, const Choice& choice);

/// The dissectors for later segments of a stream. Null: they cannot be set.
struct StreamHandles {
  dissector_handle_t certain;  ///< once the stream is recognised: dissect_known_stream
  dissector_handle_t early;    ///< until then: dissect_early_stream, of no protocol
};

/// Streams of Variants often come as a segment with the length and a segment with the value. A first segment that could
/// be a length is therefore joined with the next before it is judged; joining claims nothing. Until the stream is
/// recognised, other values in several segments are joined here and not by TCP, so that segments of other protocols are
/// not delayed.
bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                      const StreamHandles& handles);

/// Dissects a stream that may carry Variants: its bytes are data, or go to other dissectors, until it is recognised.
int dissect_early_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                         const StreamHandles& handles);

/// Dissects a stream that the heuristic has recognised.
int dissect_known_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp);

}  // namespace godot::plugin
