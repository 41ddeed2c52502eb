// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/feed.h"

#include <iterator>

#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

extern "C" {
static tap_packet_status tap_facts(void*, packet_info*, epan_dissect_t*, const void*, tap_flags_t) {
  return TAP_PACKET_DONT_REDRAW;  // the collector is asked for them
}
static tap_packet_status tap_udp(void* feed, packet_info* pinfo, epan_dissect_t*, const void* data, tap_flags_t) {
  static_cast<Feed*>(feed)->hear_udp(pinfo, data);
  return TAP_PACKET_DONT_REDRAW;
}
static tap_packet_status tap_tcp(void* feed, packet_info* pinfo, epan_dissect_t*, const void* data, tap_flags_t) {
  static_cast<Feed*>(feed)->hear_tcp(pinfo, data);
  return TAP_PACKET_DONT_REDRAW;
}
}

/// Listeners are told apart by their data: each tap needs its own.
struct Listener {
  const char* tap;
  tap_packet_cb hear;
};
constexpr Listener flow_listeners[] = {{"udp", tap_udp}, {"tcp", tap_tcp}};

void listen(Feed* feed, const Listener& listener) {
  GString* error =
      register_tap_listener(listener.tap, feed, nullptr, TL_REQUIRES_NOTHING, nullptr, listener.hear, nullptr, nullptr);
  if (error != nullptr) g_string_free(error, TRUE);
}

/// Which end sends: the same for all frames of a flow.
std::uint8_t side_of(const packet_info* pinfo, std::uint32_t from, std::uint32_t to) {
  if (from != to) return from > to ? 1 : 0;
  return cmp_address(&pinfo->net_src, &pinfo->net_dst) > 0 ? 1 : 0;
}

}  // namespace

Feed::Feed(bool texts) {
  listen(this, {texts ? texts_tap : facts_tap, tap_facts});
  for (const Listener& listener : flow_listeners) listen(this, listener);
}

Feed::~Feed() {
  for (std::size_t i = 0; i != std::size(flow_listeners) + 1; ++i) remove_tap_listener(this);
}

void Feed::hear_udp(const packet_info* pinfo, const void* data) {
  const auto* header = static_cast<const e_udphdr*>(data);
  constexpr std::uint32_t header_size = 8;
  flow_ = {.number = pinfo->num};
  flow_.carrier = facts::Carrier::udp;
  flow_.flow = header->uh_stream;
  flow_.payload = header->uh_ulen > header_size ? header->uh_ulen - header_size : 0;
  flow_.side = side_of(pinfo, header->uh_sport, header->uh_dport);
  heard_ = true;
}

void Feed::hear_tcp(const packet_info* pinfo, const void* data) {
  const auto* header = static_cast<const tcp_info_t*>(data);
  flow_ = {.number = pinfo->num};
  flow_.carrier = facts::Carrier::tcp;
  flow_.flow = header->th_stream;
  flow_.payload = header->th_have_seglen ? header->th_seglen : 0;
  flow_.sequence = header->th_rawseq;
  flow_.side = side_of(pinfo, header->th_sport, header->th_dport);
  heard_ = true;
}

facts::Frame* Feed::frame(packet_info* pinfo) {
  const bool flows = heard_ && flow_.number == pinfo->num;
  heard_ = false;
  Collector* collected = collected_facts(pinfo);
  facts::Envelope* envelopes = collected != nullptr ? collected->frame().envelopes : nullptr;
  const bool is_mirrored = envelopes != nullptr && envelopes->transport == facts::Transport::mirror;
  if (!flows && !is_mirrored) return nullptr;
  if (is_mirrored) {
    // What it was on the wire nobody knows: it costs its own bytes.
    flow_ = {.number = pinfo->num};
    flow_.carrier = facts::Carrier::udp;
    flow_.flow = envelopes->link;
    flow_.payload = envelopes->size;
  }
  flow_.envelopes = envelopes;
  flow_.time = capture_time(pinfo);
  flow_.length = is_mirrored ? flow_.payload : pinfo->fd->pkt_len;
  return &flow_;
}

}  // namespace godot::plugin
