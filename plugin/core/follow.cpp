// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/follow.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace godot::plugin::follow {
namespace {

int bytes_tap_id = -1;
int lines_tap_id = -1;

/// A message waiting for its delivery.
struct Kept {
  std::string content;
  std::uint32_t frame = 0;
  nstime_t when{};
};

/// One window, or one option of tshark, that follows a connection.
struct Follower {
  explicit Follower(bool from_start)
      : directions{analysis::enet::Delivery(from_start), analysis::enet::Delivery(from_start)} {}

  std::array<analysis::enet::Delivery, 2> directions;  ///< from the server, from the client
  std::unordered_map<std::uint64_t, Kept> kept;
  std::uint64_t next_id = 0;
  std::uint32_t last_frame = 0;
  std::vector<analysis::enet::Delivery::Delivered> delivered;
};

std::unordered_map<const void*, std::unique_ptr<Follower>>& followers() {
  static std::unordered_map<const void*, std::unique_ptr<Follower>> all;
  return all;
}

extern "C" {
static void forget_followers() { followers().clear(); }
}

/// Packets are tapped in order; a smaller frame number means that tapping starts again.
Follower& follower(const void* info, const Event& event, std::uint32_t frame) {
  std::unique_ptr<Follower>& mine = followers()[info];
  if (mine == nullptr || frame < mine->last_frame) mine = std::make_unique<Follower>(event.link->has_handshake);
  mine->last_frame = frame;
  return *mine;
}

void append(follow_info_t* info, bool from_client, const Kept& kept, std::string_view content) {
  auto* record = g_new0(follow_record_t, 1);
  record->is_server = !from_client;
  record->packet_num = kept.frame;
  record->abs_ts = kept.when;
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

std::string seconds(const nstime_t& time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", nstime_to_sec(&time));
  return text;
}

/// A line: the time at which the receiver got the message, the frame that completed it, and its text.
std::string as_line(const Kept& kept, const analysis::enet::Delivery::Delivered& one, const packet_info* pinfo) {
  std::string line = seconds(pinfo->rel_ts) + "  " + std::to_string(kept.frame) + "  " + kept.content;
  if (one.held)
    line += "  [held for " + std::to_string(one.held_for) + ", came in frame " + std::to_string(kept.frame) + "]";
  return line + "\n";
}

}  // namespace

tap_packet_status add_event(void* data, packet_info* pinfo, const Event& event, Shows shows) {
  const bool lines = shows == Shows::lines;
  auto* info = static_cast<follow_info_t*>(data);
  Follower& mine = follower(data, event, pinfo->num);
  analysis::enet::Delivery& direction = mine.directions[event.from_client ? 1 : 0];
  mine.delivered.clear();
  if (event.missed) {
    direction.missed(event.message.channel, event.message.reliable, mine.delivered);
  } else {
    name_ends(info, pinfo, event.from_client);
    analysis::enet::Delivery::Message message = event.message;
    message.id = mine.next_id++;
    Kept kept = {.content = {}, .frame = pinfo->num, .when = pinfo->abs_ts};
    if (lines) {
      if (event.line != nullptr) kept.content = event.line;
    } else {
      const auto size = event.bytes != nullptr ? tvb_captured_length(event.bytes) : 0;
      if (size != 0)
        kept.content.assign(reinterpret_cast<const char*>(tvb_get_ptr(event.bytes, 0, static_cast<int>(size))), size);
    }
    const bool has_content = !lines || event.line != nullptr;
    const std::size_t waiting = direction.held();
    direction.add(message, mine.delivered);
    const bool now = !mine.delivered.empty() && mine.delivered.front().id == message.id;
    if (has_content && (now || direction.held() > waiting)) mine.kept.emplace(message.id, std::move(kept));
  }
  for (const analysis::enet::Delivery::Delivered& one : mine.delivered) {
    const auto found = mine.kept.find(one.id);
    if (found == mine.kept.end()) continue;  // not a message of Godot's
    append(info, event.from_client, found->second, lines ? as_line(found->second, one, pinfo) : found->second.content);
    mine.kept.erase(found);
  }
  return TAP_PACKET_DONT_REDRAW;
}

void forget(const follow_info_t* info) { followers().erase(info); }

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

namespace {

void (*show_offer)(const WindowFollow& offer) = nullptr;

}  // namespace

void show_offers_by(void (*show)(const WindowFollow& offer)) { show_offer = show; }

void offer_in_window(const WindowFollow& offer) {
  if (show_offer != nullptr) show_offer(offer);
}

}  // namespace godot::plugin::follow
