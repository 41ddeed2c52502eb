// SPDX-License-Identifier: GPL-2.0-or-later
// Shows why connections over TCP end, or are not made. Wireshark's dissectors of WebSocket and HTTP do not say what a
// later frame needs, and get no segment without a payload: the analysis reads the segments itself, which the tap `tcp`
// reports. On the first of two passes there are no taps: there the second one reads them.
#include <cstdint>

#include "analysis/problems/tcp.h"
#include "analysis/tcp_ends/derived.h"
#include "analysis/tcp_ends/end_verdicts.h"
#include "analysis/tcp_ends/ends.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/segment_facts.h"
#include "plugin/facts/shown_problem.h"
#include "plugin/multiplayer/transports.h"
#include "plugin/variant/value_conversations.h"

namespace godot::plugin {
namespace {

using analysis::TcpEndsField;

using analysis::tcp_ends::EndingFindings;

LEFT_BY_LONGJMP(EndingFindings, analysis::facts::Route, analysis::tcp_ends::Segment, ProblemPlace);

analysis::tcp_ends::Ends& ends() { return of_capture<analysis::tcp_ends::Ends>(); }

/// The number of the last frame that was added.
struct LastAdded {
  std::uint32_t frame = 0;
};
SegmentTap segments;

tap_packet_status on_segment(void*, packet_info*, epan_dissect_t*, const void*, tap_flags_t) {
  return TAP_PACKET_DONT_REDRAW;
}

/// The payload of a segment, which the tap does not have. Empty: the frame has it in another form.
ip::Bytes payload_of(tvbuff_t* tvb, const tcp_info_t& header) {
  return ip::payload_in(bytes_of(tvb), {.source_port = header.th_sport,
                                        .destination_port = header.th_dport,
                                        .sequence = header.th_rawseq,
                                        .acknowledged = header.th_rawack,
                                        .header_size = header.th_hlen,
                                        .payload_size = header.th_seglen});
}

bool carries_values(packet_info* pinfo) {
  const Conversation* conversation = conversation_of(pinfo);
  return conversation != nullptr && conversation->recognition.certain() && !conversation->recognition.withdrawn();
}

void add_segment(tvbuff_t* tvb, packet_info* pinfo, const tcp_info_t& header) {
  const unsigned flags = header.th_flags;
  if (carries_game(pinfo) || carries_values(pinfo)) ends().mark(header.th_stream);
  const std::uint32_t reported = header.th_have_seglen ? header.th_seglen : 0;
  ends().add({.stream = header.th_stream,
              .frame = frame_number(pinfo),
              .time = absolute_time(pinfo),
              .side = frame_of(pinfo, header).side,
              .sequence = header.th_rawseq,
              .acknowledged = header.th_rawack,
              .window = header.th_win,
              .reported = reported,
              .target = (flags & TH_SYN) != 0 ? engine::AddressHash{}(destination_of(pinfo)) : 0,
              .opens = (flags & TH_SYN) != 0,
              .acknowledges = (flags & TH_ACK) != 0,
              .ends = (flags & TH_FIN) != 0,
              .resets = (flags & TH_RST) != 0,
              .payload = reported != 0 ? payload_of(tvb, header) : ip::Bytes()});
}

void add_segments(tvbuff_t* tvb, packet_info* pinfo) {
  segments.listen(nullptr, on_segment);
  std::uint32_t& last_added = of_capture<LastAdded>().frame;
  if (frame_number(pinfo) <= last_added) return;
  for (int i = 0;; ++i) {
    const tcp_info_t* header = segments.segment(i);
    if (header == nullptr) return;
    last_added = frame_number(pinfo);
    add_segment(tvb, pinfo, *header);
  }
}

/// Bytes of WebSocket's own frames count as such.
void tell_control(packet_info* pinfo) {
  const analysis::facts::Control control = ends().control_in(frame_number(pinfo));
  if (!control.any()) return;
  if (Collector* facts = collector(pinfo); facts != nullptr) facts->frame().control = control;
}

/// Runs after each frame.
void look_for_end(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (pinfo->ptype != PT_TCP || is_quoted(pinfo)) return;
  add_segments(tvb, pinfo);
  tell_control(pinfo);
  const auto* endings = ends().find(frame_number(pinfo));
  if (endings == nullptr) return;
  EndingFindings found(arena_of(pinfo));
  for (const analysis::tcp_ends::Ending& each : *endings) analysis::tcp_ends::judge(each, found);
  Collector* facts = collector(pinfo);
  analysis::facts::Item* item = facts != nullptr ? &add_fact_of_ending(*facts, endings->front()) : nullptr;
  constexpr const char* title = "Godot Multiplayer, end of the connection";
  ProblemPlace place = at_frame_end(tvb, pinfo, tree, title, TcpEndsField::godot_end, item);
  if (facts != nullptr) place.route = &facts->route(route_of_game(pinfo));
  show_at_frame_end(place, found);
}

}  // namespace

void register_tcp_ends() { register_rows<TcpEndsField, analysis::problems::Tcp>(); }

void hand_off_tcp_ends() { at_frame_end(look_for_end); }

}  // namespace godot::plugin
