// SPDX-License-Identifier: GPL-2.0-or-later
// Shows why players do not meet by WebRTC. Wireshark's dissectors of STUN and DTLS do not pass on what they read: the
// analysis reads the datagrams, and segments with TURN, itself, on the first pass; what is said follows once all was
// read. Frames without STUN or mDNS are passed on only behind the first one that has them, but for segments to and from
// ports of TURN.
#include <array>
#include <cstdint>

#include "analysis/ice/by_frame.h"
#include "analysis/ice/derived.h"
#include "analysis/problems/ice.h"
#include "codec/enet/icmp.h"
#include "engine/ice/ice.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/shown_problem.h"

namespace godot::plugin {
namespace {

using analysis::IceField;

using analysis::IceFindings;
using analysis::IceStreams;

LEFT_BY_LONGJMP(IceFindings, IceStreams::Segment, ip::Ends, ip::Segment, ProblemPlace);

engine::Ice& meetings() { return of_capture<engine::Ice>(); }

/// A frame had STUN or mDNS.
struct Begun {
  bool is_so = false;
};

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

void add_segment(tvbuff_t* tvb, packet_info* pinfo, const engine::Packet& packet) {
  IceStreams::Segment segment;
  if (ip::Segment read; segment_of(tvb, pinfo, read)) {
    segment.sequence = read.sequence;
    segment.acknowledged = read.acknowledged;
    segment.opens = (read.flags & TH_SYN) != 0;
    segment.acknowledges = (read.flags & TH_ACK) != 0;
    segment.ends = (read.flags & TH_FIN) != 0;
    segment.resets = (read.flags & TH_RST) != 0;
    segment.payload = read.payload;
    segment.reported = read.reported;
  }
  meetings().take(packet, segment);
}

/// What an ICMP error quotes has other addresses than its frame.
void add_quoted(tvbuff_t* tvb, packet_info* pinfo, engine::Packet packet) {
  const auto quoted = godot::enet::quoted_datagram(ip_packet_of(tvb, pinfo), pinfo->src.type == AT_IPv6);
  if (!quoted) return;
  packet.source = address_of(quoted->source, quoted->source_port);
  packet.destination = address_of(quoted->destination, quoted->destination_port);
  packet.is_quoted = true;
  meetings().take(packet, {quoted->payload, static_cast<Offset>(quoted->reported)}, quoted->error);
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
  const engine::Frame frame = engine_frame(pinfo);
  const engine::Packet packet = engine_packet(pinfo, frame);
  if (has_layer(pinfo, "icmp") || has_layer(pinfo, "icmpv6")) return add_quoted(tvb, pinfo, packet);
  if (packet.source.family == 0 || packet.destination.family == 0 || tvb_captured_length(tvb) == 0) return;
  if (pinfo->ptype == PT_TCP) return add_segment(tvb, pinfo, packet);
  if (pinfo->ptype != PT_UDP) return;
  const ip::Datagram datagram = datagram_of(tvb, pinfo);
  meetings().take(packet, {datagram.payload, static_cast<Offset>(datagram.reported)}, {});
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
  IceFindings found(arena_of(pinfo));
  if (!meetings().find(frame_number(pinfo), found)) return;
  constexpr const char* title = "Godot Multiplayer, meeting by WebRTC";
  show_at_frame_end(at_frame_end(tvb, pinfo, tree, title, IceField::godot_webrtc, begin_item(pinfo)), found);
}

}  // namespace

void register_meetings_by_webrtc() { register_rows<IceField, analysis::problems::Ice>(); }

void hand_off_meetings_by_webrtc() { at_frame_end(look_for_meeting); }

}  // namespace godot::plugin
