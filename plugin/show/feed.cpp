// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/feed.h"

#include <iterator>

#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

/// What the feeds share.
struct Shared {
  unsigned users = 0;
  unsigned readers = 0;  ///< of texts
  facts::Frame flow;     ///< where the frame flows
  bool heard = false;
  bool is_whole = false;  ///< `flow` has the frame's facts
};
Shared shared;

void hear_udp(const packet_info* pinfo, const void* data);
void hear_tcp(const packet_info* pinfo, const void* data);

extern "C" {
static tap_packet_status tap_facts(void*, packet_info*, epan_dissect_t*, const void*, tap_flags_t) {
  return TAP_PACKET_DONT_REDRAW;  // the collector is asked for them
}
static tap_packet_status tap_udp(void*, packet_info* pinfo, epan_dissect_t*, const void* data, tap_flags_t) {
  hear_udp(pinfo, data);
  return TAP_PACKET_DONT_REDRAW;
}
static tap_packet_status tap_tcp(void*, packet_info* pinfo, epan_dissect_t*, const void* data, tap_flags_t) {
  hear_tcp(pinfo, data);
  return TAP_PACKET_DONT_REDRAW;
}
}

/// Listeners are told apart by their data, which is their row here.
struct Listener {
  const char* tap;
  tap_packet_cb hear;
};
Listener listeners[] = {{facts_tap, tap_facts}, {"udp", tap_udp}, {"tcp", tap_tcp}};
Listener text_listener = {texts_tap, tap_facts};

void listen(Listener& listener) {
  GString* error = register_tap_listener(listener.tap, &listener, nullptr, TL_REQUIRES_NOTHING, nullptr, listener.hear,
                                         nullptr, nullptr);
  if (error != nullptr) g_string_free(error, TRUE);
}

/// Which end sends: the same for all frames of a flow.
std::uint8_t side_of(const packet_info* pinfo, std::uint32_t from, std::uint32_t to) {
  if (from != to) return from > to ? 1 : 0;
  return cmp_address(&pinfo->net_src, &pinfo->net_dst) > 0 ? 1 : 0;
}

void hear(const packet_info* pinfo, facts::Carrier carrier) {
  shared.flow = {.number = pinfo->num};
  shared.flow.carrier = carrier;
  shared.heard = true;
  shared.is_whole = false;
}

void hear_udp(const packet_info* pinfo, const void* data) {
  const auto* header = static_cast<const e_udphdr*>(data);
  constexpr std::uint32_t header_size = 8;
  hear(pinfo, facts::Carrier::udp);
  shared.flow.flow = header->uh_stream;
  shared.flow.payload = header->uh_ulen > header_size ? header->uh_ulen - header_size : 0;
  shared.flow.side = side_of(pinfo, header->uh_sport, header->uh_dport);
}

void hear_tcp(const packet_info* pinfo, const void* data) {
  const auto* header = static_cast<const tcp_info_t*>(data);
  hear(pinfo, facts::Carrier::tcp);
  shared.flow.flow = header->th_stream;
  shared.flow.payload = header->th_have_seglen ? header->th_seglen : 0;
  shared.flow.sequence = header->th_rawseq;
  shared.flow.side = side_of(pinfo, header->th_sport, header->th_dport);
}

}  // namespace

Feed::Feed(bool texts) : texts_(texts) {
  if (shared.users++ == 0) {
    for (Listener& listener : listeners) listen(listener);
  }
  if (texts && shared.readers++ == 0) listen(text_listener);
}

Feed::~Feed() {
  if (texts_ && --shared.readers == 0) remove_tap_listener(&text_listener);
  if (--shared.users != 0) return;
  for (Listener& listener : listeners) remove_tap_listener(&listener);
  shared.heard = false;
}

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): it is heard as long as there is a Feed
facts::Frame* Feed::frame(packet_info* pinfo) const {
  if (shared.flow.number != pinfo->num) shared.heard = false;
  if (shared.heard && shared.is_whole) return &shared.flow;
  Collector* collected = collected_facts(pinfo);
  facts::Envelope* envelopes = collected != nullptr ? collected->frame().envelopes : nullptr;
  const bool is_mirrored = envelopes != nullptr && envelopes->transport == facts::Transport::mirror;
  if (!shared.heard && !is_mirrored) return nullptr;
  if (is_mirrored) {
    // What it was on the wire nobody knows: it costs its own bytes.
    shared.flow = {.number = pinfo->num};
    shared.flow.carrier = facts::Carrier::udp;
    shared.flow.flow = envelopes->link;
    shared.flow.payload = envelopes->size;
  }
  shared.flow.envelopes = envelopes;
  shared.flow.time = capture_time(pinfo);
  shared.flow.length = is_mirrored ? shared.flow.payload : pinfo->fd->pkt_len;
  shared.is_whole = shared.heard;
  return &shared.flow;
}

}  // namespace godot::plugin
