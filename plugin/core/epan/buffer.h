// SPDX-License-Identifier: GPL-2.0-or-later
// Converts Wireshark's buffers to the codec's.
#pragma once

#include <algorithm>

#include "codec/core/bytes.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The captured bytes of `tvb` from `offset` on, and their length on the wire.
[[nodiscard]] inline Buffer buffer_of(tvbuff_t* tvb, int offset) {
  const auto begin = static_cast<unsigned>(offset);
  const auto left_of = [begin](unsigned length) { return length - std::min(length, begin); };
  const std::size_t captured = left_of(tvb_captured_length(tvb));
  const Offset reported = left_of(tvb_reported_length(tvb));
  const std::uint8_t* bytes = captured == 0 ? nullptr : tvb_get_ptr(tvb, offset, static_cast<int>(captured));
  return {{bytes, captured}, std::max(reported, static_cast<Offset>(captured))};
}

/// The length of an item from `offset` to the end of the captured bytes. Wireshark 5.0 has no -1 for it.
[[nodiscard]] inline int to_end(tvbuff_t* tvb, int offset = 0) {
  const unsigned captured = tvb_captured_length(tvb);
  return static_cast<int>(captured - std::min(captured, static_cast<unsigned>(offset)));
}

/// True if the capture lacks bytes that were on the wire.
[[nodiscard]] inline bool is_cut(tvbuff_t* tvb) { return tvb_captured_length(tvb) != tvb_reported_length(tvb); }

/// Throws the exception that Wireshark shows as "Packet size limited during capture". Requires a cut buffer.
inline void throw_cut(tvbuff_t* tvb) { tvb_ensure_bytes_exist(tvb, static_cast<int>(tvb_captured_length(tvb)), 1); }

}  // namespace godot::plugin
