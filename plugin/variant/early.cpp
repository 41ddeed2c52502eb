// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/early.h"

#include <deque>

#include "plugin/core/buffer.h"
#include "plugin/core/fields.h"

namespace godot::plugin {
namespace {

constexpr std::uint32_t segments_key = 0x7365676D;

std::deque<EarlyStream>& streams() {
  static std::deque<EarlyStream> all;
  return all;
}

/// Which segment of its frame this is.
std::uint32_t count_in_frame(packet_info* pinfo) {
  const auto before = GPOINTER_TO_UINT(p_get_proto_data(pinfo->pool, pinfo, protocols.variant, segments_key));
  p_remove_proto_data(pinfo->pool, pinfo, protocols.variant, segments_key);
  p_add_proto_data(pinfo->pool, pinfo, protocols.variant, segments_key, GUINT_TO_POINTER(before + 1));
  return before;
}

std::size_t direction_of(const packet_info* pinfo) {
  const int order = cmp_address(&pinfo->src, &pinfo->dst);
  return order != 0 ? (order > 0 ? 1 : 0) : (pinfo->srcport > pinfo->destport ? 1 : 0);
}

}  // namespace

Segment segment_of(tvbuff_t* tvb, packet_info* pinfo, const tcpinfo* tcp) {
  Segment segment;
  segment.bytes = buffer_of(tvb, 0);
  segment.direction = direction_of(pinfo);
  // Of what others made TCP join, TCP tells where the last segment ends, in which more may follow.
  segment.has_start = tcp != nullptr && !tcp->is_reassembled;
  if (tcp != nullptr) segment.start = tcp->nxtseq - segment.bytes.reported;
  segment.id = {.frame = pinfo->num, .index = tcp != nullptr ? segment.start : count_in_frame(pinfo)};
  return segment;
}

EarlyStream* begin_early_stream(std::uint32_t refused) {
  EarlyStream& stream = streams().emplace_back();
  stream.refused = refused;
  return &stream;
}

void reset_early_streams() { streams().clear(); }

}  // namespace godot::plugin
