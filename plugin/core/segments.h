// SPDX-License-Identifier: GPL-2.0-or-later
// Streams that come in segments: asking TCP for more of them, and what is done with bytes that are nobody's.
#pragma once

#include "plugin/core/buffer.h"

namespace godot::plugin {

/// Whether a dissector claims a segment.
enum class Claim : std::uint8_t {
  no,
  wait,  ///< it could be ours: more bytes have been asked for
  yes,
};

/// Asks the transport for more bytes from `offset` on. False if it cannot, or must not be asked.
[[nodiscard]] inline bool want_more(tvbuff_t* tvb, int offset, packet_info* pinfo, std::uint32_t missing) {
  if (pinfo->can_desegment == 0 || is_cut(tvb)) return false;
  pinfo->desegment_offset = offset;
  pinfo->desegment_len = missing;
  return true;
}

/// Shows what is nothing of ours as data. Returns what was taken of `tvb`: all.
inline int leave_rest(tvbuff_t* tvb, int offset, packet_info* pinfo, proto_tree* tree) {
  call_data_dissector(tvb_new_subset_remaining(tvb, offset), pinfo, tree);
  return static_cast<int>(tvb_captured_length(tvb));
}

}  // namespace godot::plugin
