// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/feed.h"

#include "engine/frame/flow_facts.h"
#include "engine/relay/side_of_relay.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/time.h"
#include "plugin/facts/segment_facts.h"
#include "plugin/relay/relayed.h"
#include "plugin/show/listener.h"

namespace godot::plugin {
namespace {

/// State shared by the feeds.
struct Shared {
  unsigned users = 0;
  analysis::facts::Frame flow;  ///< the frame, with its flow
  bool has_flow = false;
  bool is_whole = false;  ///< `flow` has the frame's facts
};
Shared shared;

/// Stores the flow of a frame. A packet quoted in an ICMP error counts only if the frame has no header of its own flow.
void store_flow(const analysis::facts::Frame& frame, bool quoted) {
  const bool is_known = shared.has_flow && shared.flow.number == frame.number;
  if (quoted && is_known) return;
  shared.flow = frame;
  shared.flow.quoted = quoted;
  shared.has_flow = true;
  shared.is_whole = false;
}

bool is_sealed(const packet_info* pinfo) {
  return proto_is_frame_protocol(pinfo->layers, "tls") != 0 || proto_is_frame_protocol(pinfo->layers, "dtls") != 0;
}

template <class Header, bool quoted>
tap_packet_status on_header(void*, packet_info* pinfo, epan_dissect_t*, const void* data, tap_flags_t) {
  store_flow(frame_of(pinfo, *static_cast<const Header*>(data)), quoted);
  return TAP_PACKET_DONT_REDRAW;
}

/// Wireshark identifies listeners by their data pointer. Listeners for error packets get all packets.
struct Tapped {
  const char* tap;
  tap_packet_cb on_packet;
  unsigned flags = TL_REQUIRES_NOTHING;

  void begin() { (void)listen({.tap = tap, .data = this, .flags = flags, .add = on_packet}); }
};
Tapped taps[] = {{"udp", on_header<e_udphdr, false>},
                 {"tcp", on_header<tcp_info_t, false>},
                 {"udp", on_header<e_udphdr, true>, TL_REQUIRES_ERROR_PACKETS},
                 {"tcp", on_header<tcp_info_t, true>, TL_REQUIRES_ERROR_PACKETS}};

}  // namespace

Feed::Feed(analysis::Extent extent) : reader_(extent) {
  if (shared.users++ != 0) return;
  for (Tapped& each : taps) each.begin();
}

Feed::~Feed() {
  if (--shared.users != 0) return;
  for (Tapped& each : taps) remove_tap_listener(&each);
  shared.has_flow = false;
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): needs a living Feed
analysis::facts::Frame* Feed::frame(packet_info* pinfo) const {
  if (shared.flow.number != frame_number(pinfo)) shared.has_flow = false;
  if (shared.has_flow && shared.is_whole) return &shared.flow;
  Collector* collected = collected_facts(pinfo);
  analysis::facts::Envelope* envelopes = collected != nullptr ? collected->frame().envelopes : nullptr;
  const bool is_mirrored = envelopes != nullptr && envelopes->transport == analysis::facts::Transport::mirror;
  if (!shared.has_flow && !is_mirrored) return nullptr;
  if (is_mirrored) shared.flow = {.number = frame_number(pinfo)};
  shared.flow.length = pinfo->fd->pkt_len;
  if (is_mirrored) engine::set_flow_of_record(shared.flow, *envelopes);
  shared.flow.envelopes = shared.flow.quoted ? nullptr : envelopes;
  // When taps are called, the packet counts as visited.
  shared.flow.first_pass = collected != nullptr && collected->frame().first_pass;
  shared.flow.sealed = !shared.flow.is_recognised() && is_sealed(pinfo);
  shared.flow.time = relative_time(pinfo);
  Relayed of;
  shared.flow.relayed = relayed(pinfo, of) ? engine::side_of(of) : analysis::facts::Relayed::no;
  shared.flow.control = collected != nullptr ? collected->frame().control : analysis::facts::Control{};
  shared.is_whole = shared.has_flow;
  return &shared.flow;
}

}  // namespace godot::plugin
