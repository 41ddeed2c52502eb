// SPDX-License-Identifier: GPL-2.0-or-later
// What is remembered of a stream's segments before it is certain that they carry Variants: where the units stand that
// are in several of them. It lives as long as the capture.
#pragma once

#include <array>

#include "plugin/analysis/joining/joiner.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// One segment of a stream as it is handed over.
struct Segment {
  Buffer bytes;
  SegmentId id;
  std::size_t direction = 0;
  std::uint32_t start = 0;  ///< TCP's number of the first byte
  bool has_start = false;   ///< false: it follows what came before. What TLS decrypts does, and what TCP has joined

  [[nodiscard]] bool is_cut() const noexcept { return bytes.captured.size() < bytes.reported; }
};

/// `tcp`: what TCP says of the segment, or null.
[[nodiscard]] Segment segment_of(tvbuff_t* tvb, packet_info* pinfo, const tcpinfo* tcp);

/// One direction of such a stream.
struct EarlyDirection {
  void pass(const Segment& segment) noexcept {
    next = segment.start + segment.bytes.reported;
    has_next = segment.has_start;
  }

  Joiner joiner;
  std::uint32_t next = 0;  ///< TCP's number of the byte behind the last segment
  bool has_next = false;
  bool is_telling = false;  ///< what has come of the open unit shows something
  SegmentId judged;         ///< the last segment that was looked at: who returns nothing may be asked again
  std::uint32_t units = 0;  ///< fitting units without a gap between them, up to here
};

struct EarlyStream {
  std::uint32_t refused = 0;  ///< segments that were no Variants, before and since
  std::array<EarlyDirection, 2> directions;
  JoinedUnits joined;
};

/// A new one. `refused`: segments that were no Variants.
[[nodiscard]] EarlyStream* begin_early_stream(std::uint32_t refused);

/// Forgets all; called before each capture.
void reset_early_streams();

}  // namespace godot::plugin
