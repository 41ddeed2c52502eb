// SPDX-License-Identifier: GPL-2.0-or-later
// Shows why players do not meet by WebRTC. Wireshark's dissectors of STUN and DTLS do not pass on what they read: the
// analysis reads the datagrams, and segments with TURN, itself, on the first pass; what is said follows once all was
// read. Frames without STUN or mDNS are passed on only behind the first one that has them, but for segments to and from
// ports of TURN.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "analysis/ice/by_frame.h"
#include "analysis/ice/derived.h"
#include "analysis/ice/streams.h"
#include "analysis/problems/ice.h"
#include "codec/enet/icmp.h"
#include "engine/frame/late_verdicts.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frame_bytes.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/of_capture.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/items.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
namespace {

using analysis::IceField;

using analysis::IceFindings;
using analysis::IceMeetings;
using analysis::IceStreams;

LEFT_BY_LONGJMP(IceFindings, IceMeetings::Datagram, IceStreams::Segment, ip::Ends, ip::Segment, ProblemPlace);

using LateVerdicts = engine::LateVerdicts<analysis::IceVerdicts>;
IceMeetings& meetings() { return of_capture<IceMeetings>(); }

/// A frame had STUN or mDNS.
struct Begun {
  bool is_so = false;
};

/// `host`: an address of 4 or 16 bytes.
stun::End end_of(std::span<const std::uint8_t> host, std::uint32_t port) {
  stun::End end;
  end.family = host.size() == 4 ? 4 : 6;
  end.port = static_cast<std::uint16_t>(port);
  std::copy_n(host.begin(), host.size(), end.host.begin());
  return end;
}

bool end_of(const address& host, std::uint32_t port, stun::End& end) {
  const bool is_v4 = host.type == AT_IPv4;
  if (!is_v4 && host.type != AT_IPv6) return false;
  end = end_of(std::span(static_cast<const std::uint8_t*>(host.data), is_v4 ? 4 : 16), port);
  return true;
}

bool has_layer(const packet_info* pinfo, const char* name) { return proto_is_frame_protocol(pinfo->layers, name) != 0; }

/// As has_layer() says of both, for each datagram of a capture: numbers are compared, not names.
bool has_meeting(const packet_info* pinfo) {
  static const std::array<int, 2> wanted = {proto_get_id_by_filter_name("stun"), proto_get_id_by_filter_name("mdns")};
  for (const wmem_list_frame_t* each = wmem_list_head(pinfo->layers); each != nullptr;
       each = wmem_list_frame_next(each)) {
    const int layer = GPOINTER_TO_INT(wmem_list_frame_data(each));
    if (layer == wanted[0] || layer == wanted[1]) return true;
  }
  return false;
}

void add_segment(tvbuff_t* tvb, packet_info* pinfo) {
  IceStreams::Segment segment;
  ip::Segment read;
  if (!end_of(pinfo->src, pinfo->srcport, segment.source) || !end_of(pinfo->dst, pinfo->destport, segment.destination))
    return;
  meetings().hears(segment.destination);
  if (!segment_of(tvb, pinfo, read)) return;
  segment.sequence = read.sequence;
  segment.acknowledged = read.acknowledged;
  segment.opens = (read.flags & TH_SYN) != 0;
  segment.acknowledges = (read.flags & TH_ACK) != 0;
  segment.ends = (read.flags & TH_FIN) != 0;
  segment.resets = (read.flags & TH_RST) != 0;
  segment.payload = read.payload;
  segment.reported = read.reported;
  segment.at = {frame_number(pinfo), absolute_time(pinfo)};
  of_capture<IceStreams>().add(segment, meetings());
}

/// What an ICMP error quotes has other addresses than its frame.
void add_quoted(tvbuff_t* tvb, packet_info* pinfo) {
  const auto quoted = godot::enet::quoted_datagram(ip_packet_of(tvb, pinfo), pinfo->src.type == AT_IPv6);
  if (!quoted) return;
  const IceMeetings::Returned returned = analysis::returned_by(quoted->error);
  if (returned == IceMeetings::Returned::no) return;
  meetings().datagram({.source = end_of(quoted->source, quoted->source_port),
                       .destination = end_of(quoted->destination, quoted->destination_port),
                       .bytes = quoted->payload,
                       .reported = quoted->reported,
                       .returned = returned,
                       .at = {frame_number(pinfo), absolute_time(pinfo)}});
}

bool has_turn_port(const packet_info* pinfo) {
  const auto is_one = [](std::uint32_t port) { return stun::is_turn_port(static_cast<std::uint16_t>(port)); };
  return pinfo->ptype == PT_TCP && (is_one(pinfo->srcport) || is_one(pinfo->destport));
}

/// Adds what a frame has, on the first pass.
void add_frame(tvbuff_t* tvb, packet_info* pinfo) {
  bool& has_begun = of_capture<Begun>().is_so;
  if (!has_begun) has_begun = has_turn_port(pinfo) || has_meeting(pinfo);
  if (!has_begun) return;
  of_capture<LateVerdicts>().grow();
  meetings().begin(absolute_time(pinfo) - nanoseconds(pinfo->rel_ts));
  IceMeetings::Datagram datagram;
  if (has_layer(pinfo, "icmp") || has_layer(pinfo, "icmpv6")) return add_quoted(tvb, pinfo);
  if (pinfo->ptype == PT_TCP) {
    meetings().reach(absolute_time(pinfo));
    return add_segment(tvb, pinfo);
  }
  if (pinfo->ptype != PT_UDP || !end_of(pinfo->src, pinfo->srcport, datagram.source) ||
      !end_of(pinfo->dst, pinfo->destport, datagram.destination) || tvb_captured_length(tvb) == 0)
    return;
  meetings().hears(datagram.destination);
  const ip::Datagram place = datagram_of(tvb, pinfo);
  if (place.reported == 0) return;
  datagram.bytes = place.payload;
  datagram.reported = place.reported;
  datagram.at = {frame_number(pinfo), absolute_time(pinfo)};
  meetings().datagram(datagram);
}

/// Null: facts are not needed.
analysis::facts::Item* begin_item(packet_info* pinfo) {
  using analysis::facts::Transport;
  Collector* facts = collector(pinfo);
  if (facts == nullptr) return nullptr;
  return &analysis::add_fact_of_meeting(*facts, pinfo->ptype == PT_TCP ? Transport::tcp : Transport::udp);
}

/// Runs after each frame.
void look_for_meeting(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (is_first_pass(pinfo)) return add_frame(tvb, pinfo);
  const analysis::IceVerdicts& judged = of_capture<LateVerdicts>().judged(
      [](const analysis::Arena& texts) { return analysis::problems_of(meetings(), texts); });
  if (!judged.has(frame_number(pinfo))) return;
  IceFindings found(arena_of(pinfo));
  judged.add(frame_number(pinfo), found);
  show_at_frame_end(
      {.pinfo = pinfo, .tree = nullptr, .item = nullptr, .tvb = tvb, .start = 0, .facts_item = begin_item(pinfo)}, tree,
      "Godot Multiplayer, meeting by WebRTC", IceField::godot_webrtc, found);
}

}  // namespace

void register_meetings_by_webrtc() { register_rows<IceField, analysis::problems::Ice>(); }

void hand_off_meetings_by_webrtc() { at_frame_end(look_for_meeting); }

}  // namespace godot::plugin
