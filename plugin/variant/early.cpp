// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/early.h"

#include <deque>

#include "plugin/core/buffer.h"
#include "plugin/core/fields.h"
#include "plugin/core/frame_values.h"

namespace godot::plugin {
namespace {

constexpr std::uint32_t segments_key = 0x7365676D;

std::deque<EarlyStream>& streams() {
  static std::deque<EarlyStream> all;
  return all;
}

/// The index of this segment in its frame.
std::uint32_t next_segment(packet_info* pinfo) { return count_in_frame(pinfo, protocols.variant, segments_key); }

std::size_t direction_of(const packet_info* pinfo) {
  const int order = cmp_address(&pinfo->src, &pinfo->dst);
  return order != 0 ? (order > 0 ? 1 : 0) : (pinfo->srcport > pinfo->destport ? 1 : 0);
}

}  // namespace

Segment segment_of(tvbuff_t* tvb, packet_info* pinfo, const tcpinfo* tcp) {
  Segment segment;
  segment.bytes = buffer_of(tvb, 0);
  segment.direction = direction_of(pinfo);
  // For data that TCP joined, TCP gives the end of the last segment, which may have more bytes.
  segment.has_start = tcp != nullptr && !tcp->is_reassembled;
  if (tcp != nullptr) segment.start = tcp->nxtseq - segment.bytes.reported;
  segment.id = {.frame = pinfo->num, .index = tcp != nullptr ? segment.start : next_segment(pinfo)};
  return segment;
}

EarlyStream* begin_early_stream(std::uint32_t refused) {
  EarlyStream& stream = streams().emplace_back();
  stream.refused = refused;
  return &stream;
}

void reset_early_streams() { streams().clear(); }

}  // namespace godot::plugin
