// SPDX-License-Identifier: GPL-2.0-or-later
// Variants on streams, each behind its length: TCP, and what TLS decrypts.
#pragma once

#include "plugin/core/bridge.h"
#include "plugin/variant/verdict.h"

namespace godot::plugin {

/// Dissects the units of a stream that is known to carry Variants, or that somebody chose. Returns 0 if there are none.
/// `tcp` is what TCP says of the segment, or null.
int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp, const Choice& choice);

/// Who is to get the later segments of a stream. Null: nobody can be told.
struct StreamHandles {
  dissector_handle_t certain;  ///< once it is certain: dissect_known_stream
  dissector_handle_t early;    ///< until then: dissect_early_stream, of no protocol
};

/// Streams of Variants often come as a segment with the length and a segment with the value. A first segment that could
/// be a length is therefore joined with the next before it is judged; joining claims nothing. Other values in several
/// segments are put together by ourselves until something proves the stream: others' segments are not held up.
bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                      const StreamHandles& handles);

/// Of a stream that may be ours: it goes on as data, or to others, until it is certain.
int dissect_early_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                         const StreamHandles& handles);

/// Of a stream that the heuristic has found.
int dissect_known_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp);

}  // namespace godot::plugin
