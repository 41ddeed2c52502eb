// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/flows/follow.h"

#include <optional>
#include <string_view>

#include "analysis/enet/order/delivery_order.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/time.h"

namespace godot::plugin::follow {
namespace {
using analysis::enet::FollowedMessage;

int bytes_tap_id = -1;
int lines_tap_id = -1;

analysis::enet::Followers& followers() {
  static analysis::enet::Followers all;
  return all;
}

void forget_followers() { followers().clear(); }

/// What is shown of an event's message; nothing: it is not a message of Godot's.
std::optional<FollowedMessage> content_of(const packet_info* pinfo, const Event& event, Shows shows) {
  FollowedMessage message = {.content = {}, .frame = frame_number(pinfo), .when = absolute_time(pinfo)};
  if (shows == Shows::lines) {
    if (event.line == nullptr) return std::nullopt;
    message.content = event.line;
  } else if (event.bytes != nullptr && tvb_captured_length(event.bytes) != 0) {
    const auto size = tvb_captured_length(event.bytes);
    message.content.assign(reinterpret_cast<const char*>(tvb_get_ptr(event.bytes, 0, static_cast<int>(size))), size);
  }
  return message;
}

void append(follow_info_t* info, bool from_client, const FollowedMessage& message, std::string_view content) {
  auto* record = g_new0(follow_record_t, 1);
  record->is_server = !from_client;
  record->packet_num = message.frame;
  record->abs_ts = nstime(message.when);
  record->data = g_byte_array_append(g_byte_array_new(), reinterpret_cast<const guint8*>(content.data()),
                                     static_cast<guint>(content.size()));
  info->bytes_written[record->is_server ? 1 : 0] += record->data->len;
  info->payload = g_list_prepend(info->payload, record);
}

/// Sets the ends that Follow's window displays.
void name_ends(follow_info_t* info, const packet_info* pinfo, bool from_client) {
  if (info->client_port != 0) return;
  info->client_port = from_client ? pinfo->srcport : pinfo->destport;
  info->server_port = from_client ? pinfo->destport : pinfo->srcport;
  copy_address(&info->client_ip, from_client ? &pinfo->src : &pinfo->dst);
  copy_address(&info->server_ip, from_client ? &pinfo->dst : &pinfo->src);
}

void (*show_offer)(const WindowFollow& offer) = nullptr;

}  // namespace

tap_packet_status add_event(void* data, packet_info* pinfo, const Event& event, Shows shows) {
  auto* info = static_cast<follow_info_t*>(data);
  analysis::enet::Follower& mine = followers().of(data, event.link->has_handshake, frame_number(pinfo));
  const auto& message = event.message;
  if (!event.missed) name_ends(info, pinfo, event.from_client);
  const auto& delivered = event.missed ? mine.missed(event.from_client, message.channel, message.reliable)
                                       : mine.add(event.from_client, message, content_of(pinfo, event, shows));
  for (const analysis::enet::FollowedDelivery& one : delivered) {
    if (shows == Shows::bytes) append(info, event.from_client, one.message, one.message.content);
    else append(info, event.from_client, one.message, line_of(one, nstime_to_sec(&pinfo->rel_ts)));
  }
  return TAP_PACKET_DONT_REDRAW;
}

void forget(const follow_info_t* info) { followers().forget(info); }

char* filter_of_ends(const char* what, address* source, address* target, int source_port, int target_port) {
  char text[2][WS_INET6_ADDRSTRLEN];
  address_to_str_buf(source, text[0], sizeof text[0]);
  address_to_str_buf(target, text[1], sizeof text[1]);
  const char* family = source->type == AT_IPv6 ? "ipv6" : "ip";
  return g_strdup_printf("%s && %s.addr eq %s && %s.addr eq %s && udp.port eq %d && udp.port eq %d", what, family,
                         text[0], family, text[1], source_port, target_port);
}

bool listened() noexcept { return have_tap_listener(bytes_tap_id) != 0 || have_tap_listener(lines_tap_id) != 0; }
bool lines_wanted() noexcept { return have_tap_listener(lines_tap_id) != 0; }

void queue(packet_info* pinfo, const Event& event) {
  if (!listened()) return;
  auto* kept = wmem_new(pinfo->pool, Event);
  *kept = event;
  if (event.link->transport == analysis::Transport::enet) tap_queue_packet(bytes_tap_id, pinfo, kept);
  tap_queue_packet(lines_tap_id, pinfo, kept);
}

void register_taps() {
  bytes_tap_id = register_tap(bytes_tap);
  lines_tap_id = register_tap(lines_tap);
  register_cleanup_routine(forget_followers);
}

void show_offers_by(void (*show)(const WindowFollow& offer)) { show_offer = show; }

void offer_in_window(const WindowFollow& offer) {
  if (show_offer != nullptr) show_offer(offer);
}

}  // namespace godot::plugin::follow
