// SPDX-License-Identifier: GPL-2.0-or-later
// Streams in segments: requests more bytes from TCP, and shows unclaimed bytes as data.
#pragma once

#include "plugin/core/epan/buffer.h"

namespace godot::plugin {

/// Whether a dissector claims a segment.
enum class Claim : std::uint8_t {
  no,
  wait,  ///< undecided: more bytes have been requested
  yes,
};

/// Requests more bytes from the transport, from `offset` on. False if it cannot deliver them, or must not be asked.
[[nodiscard]] inline bool want_more(tvbuff_t* tvb, int offset, packet_info* pinfo, std::uint32_t missing) {
  if (pinfo->can_desegment == 0 || is_cut(tvb)) return false;
  pinfo->desegment_offset = offset;
  pinfo->desegment_len = missing;
  return true;
}

/// Shows unclaimed bytes as data. Returns the number of bytes taken of `tvb`: all.
inline int leave_rest(tvbuff_t* tvb, int offset, packet_info* pinfo, proto_tree* tree) {
  call_data_dissector(tvb_new_subset_remaining(tvb, offset), pinfo, tree);
  return static_cast<int>(tvb_captured_length(tvb));
}

}  // namespace godot::plugin
