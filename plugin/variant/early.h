// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a stream before it is recognised as Variants: the positions of units in several segments. It lives as
// long as the capture.
#pragma once

#include <array>

#include "analysis/base/joiner.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// One segment of a stream, as passed to the dissector.
struct Segment {
  Buffer bytes;
  analysis::SegmentId id;
  std::size_t direction = 0;
  std::uint32_t start = 0;  ///< TCP's number of the first byte
  bool has_start = false;   ///< false: it continues the stream, as data decrypted by TLS or joined by TCP does

  [[nodiscard]] bool is_cut() const noexcept { return bytes.captured.size() < bytes.reported; }
};

/// `tcp`: TCP's information about the segment, or null.
[[nodiscard]] Segment segment_of(tvbuff_t* tvb, packet_info* pinfo, const tcpinfo* tcp);

/// One direction of such a stream.
struct EarlyDirection {
  void pass(const Segment& segment) noexcept {
    next = segment.start + segment.bytes.reported;
    has_next = segment.has_start;
  }

  analysis::Joiner joiner;
  std::uint32_t next = 0;  ///< TCP's number of the byte behind the last segment
  bool has_next = false;
  bool is_evidence = false;    ///< the bytes of the open unit are evidence
  analysis::SegmentId judged;  ///< the last segment judged: a dissector that returns 0 may be called again
  std::uint32_t units = 0;     ///< number of consecutive valid units so far
};

struct EarlyStream {
  std::uint32_t refused = 0;  ///< segments that were no Variants, before and after
  std::array<EarlyDirection, 2> directions;
  analysis::JoinedUnits joined;
};

/// Creates one. `refused`: number of segments that were no Variants.
[[nodiscard]] EarlyStream* begin_early_stream(std::uint32_t refused);

/// Drops all; called before each capture.
void reset_early_streams();

}  // namespace godot::plugin
