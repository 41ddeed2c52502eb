// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of a frame that no tvb of a dissector begins with: taps and hooks behind a frame get the whole frame alone.
#pragma once

#include "codec/ip/search.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The captured bytes of a frame.
inline ip::Bytes bytes_of(tvbuff_t* frame) {
  const unsigned captured = tvb_captured_length(frame);
  return captured == 0 ? ip::Bytes() : ip::Bytes(tvb_get_ptr(frame, 0, static_cast<int>(captured)), captured);
}

inline ip::Bytes bytes_of(const address& host) {
  return {static_cast<const std::uint8_t*>(host.data), static_cast<std::size_t>(host.len)};
}
inline ip::Ends ends_in_frame(const packet_info* pinfo) {
  return {bytes_of(pinfo->src), bytes_of(pinfo->dst), pinfo->srcport, pinfo->destport};
}

/// A packet over IP from its header on; empty: it is not found.
inline ip::Bytes ip_packet_of(tvbuff_t* frame, const packet_info* pinfo) {
  return ip::packet_in(bytes_of(frame), ends_in_frame(pinfo));
}

/// The datagram of a packet over IP.
inline ip::Datagram datagram_of(tvbuff_t* frame, const packet_info* pinfo) {
  return ip::datagram_in(bytes_of(frame), ends_in_frame(pinfo));
}

/// The segment of a packet over IP; false: it is not found.
inline bool segment_of(tvbuff_t* frame, const packet_info* pinfo, ip::Segment& segment) {
  return ip::segment_in(bytes_of(frame), tvb_reported_length(frame), ends_in_frame(pinfo), segment);
}

}  // namespace godot::plugin
