// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/follow.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>

#include "plugin/core/fields.h"
#include "plugin/multiplayer/bare.h"
#include "plugin/multiplayer/state.h"
#include "plugin/show/text_window.h"

namespace godot::plugin::follow {
namespace {

constexpr const char* bytes_tap_name = "enet_follow";
constexpr const char* lines_tap_name = "godot_follow";

EnetLinks of_enet;
int bytes_tap = -1;
int lines_tap = -1;

/// What waits for its delivery.
struct Kept {
  std::string content;
  std::uint32_t frame = 0;
  nstime_t when{};
};

/// One window, or one option of tshark, that follows a connection.
struct Follower {
  explicit Follower(bool from_start) : directions{enet::Delivery(from_start), enet::Delivery(from_start)} {}

  std::array<enet::Delivery, 2> directions;  ///< from the server, from the client
  std::unordered_map<std::uint64_t, Kept> kept;
  std::uint64_t next_id = 0;
  std::uint32_t last_frame = 0;
  std::vector<enet::Delivery::Delivered> delivered;
};

std::unordered_map<const void*, std::unique_ptr<Follower>>& followers() {
  static std::unordered_map<const void*, std::unique_ptr<Follower>> all;
  return all;
}

extern "C" {
static void forget_followers() { followers().clear(); }
}

/// Packets are tapped from the first to the last; a frame before the last one begins anew.
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

/// Follow's windows name the two ends by these.
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

/// A line begins with the time at which the receiver got the message.
std::string as_line(const Kept& kept, const enet::Delivery::Delivered& one, const packet_info* pinfo) {
  std::string line = seconds(pinfo->rel_ts) + "  " + kept.content;
  if (one.held)
    line += "  [held for " + std::to_string(one.held_for) + ", came in frame " + std::to_string(kept.frame) + "]";
  return line + "\n";
}

tap_packet_status hear(void* data, packet_info* pinfo, const Event& event, bool lines) {
  auto* info = static_cast<follow_info_t*>(data);
  Follower& mine = follower(data, event, pinfo->num);
  enet::Delivery& direction = mine.directions[event.from_client ? 1 : 0];
  mine.delivered.clear();
  if (event.missed) {
    direction.missed(event.message.channel, event.message.reliable, mine.delivered);
  } else {
    name_ends(info, pinfo, event.from_client);
    enet::Delivery::Message message = event.message;
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
  for (const enet::Delivery::Delivered& one : mine.delivered) {
    const auto found = mine.kept.find(one.id);
    if (found == mine.kept.end()) continue;  // no message of Godot's
    append(info, event.from_client, found->second, lines ? as_line(found->second, one, pinfo) : found->second.content);
    mine.kept.erase(found);
  }
  return TAP_PACKET_DONT_REDRAW;
}

extern "C" {

static tap_packet_status hear_bytes(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  return hear(data, pinfo, *static_cast<const Event*>(event), false);
}
static tap_packet_status hear_lines(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  return hear(data, pinfo, *static_cast<const Event*>(event), true);
}

}  // extern "C"

/// The game's connection that a packet belongs to, or null.
const MultiplayerLink* game_of(packet_info* pinfo) {
  const Link* link = of_enet.link(pinfo);
  if (link == nullptr) link = bare_link(pinfo);
  return link != nullptr && link->godot != nullptr && link->godot->number >= 0 ? link->godot : nullptr;
}

extern "C" {

static char* enet_filter(unsigned stream, unsigned) { return g_strdup_printf("enet.stream eq %u", stream); }
static char* enet_filter_of_packet(epan_dissect_t*, packet_info* pinfo, unsigned* number, unsigned*) {
  const Link* link = of_enet.link(pinfo);
  if (link == nullptr) return nullptr;
  *number = link->number;
  return enet_filter(*number, 0);
}

static char* godot_filter(unsigned stream, unsigned) { return g_strdup_printf("godot.stream eq %u", stream); }
static char* godot_filter_of_packet(epan_dissect_t*, packet_info* pinfo, unsigned* number, unsigned*) {
  const MultiplayerLink* game = game_of(pinfo);
  if (game == nullptr) return nullptr;
  *number = static_cast<unsigned>(game->number);
  return godot_filter(*number, 0);
}

/// By the two ends: of one protocol over another.
static char* filter_of_ends(const char* what, const char* below, address* source, address* target, int source_port,
                            int target_port) {
  char text[2][WS_INET6_ADDRSTRLEN];
  address_to_str_buf(source, text[0], sizeof text[0]);
  address_to_str_buf(target, text[1], sizeof text[1]);
  const char* family = source->type == AT_IPv6 ? "ipv6" : "ip";
  return g_strdup_printf("%s && %s.addr eq %s && %s.addr eq %s && %s.port eq %d && %s.port eq %d", what, family,
                         text[0], family, text[1], below, source_port, below, target_port);
}
static char* enet_filter_of_ends(address* source, address* target, int source_port, int target_port) {
  return filter_of_ends("enet", "udp", source, target, source_port, target_port);
}
static char* godot_filter_of_ends(address* source, address* target, int source_port, int target_port) {
  return filter_of_ends("godot.stream", "udp", source, target, source_port, target_port);
}

static guint32 enet_streams() { return of_enet.count(); }
static guint32 games() { return static_cast<guint32>(state().numbered); }

}  // extern "C"

// --- Tools > Godot: for windows whose Follow has Wireshark's own protocols only --------------------------------------

/// The filter for the connection of one packet, looked for among all.
struct Search {
  std::uint32_t frame;
  char* (*filter_of_packet)(epan_dissect_t*, packet_info*, unsigned*, unsigned*);
  char* filter = nullptr;
};

extern "C" {
static tap_packet_status search(void* data, packet_info* pinfo, epan_dissect_t* dissection, const void*, tap_flags_t) {
  auto& wanted = *static_cast<Search*>(data);
  unsigned number = 0;
  unsigned none = 0;
  if (pinfo->num == wanted.frame && wanted.filter == nullptr)
    wanted.filter = wanted.filter_of_packet(dissection, pinfo, &number, &none);
  return TAP_PACKET_DONT_REDRAW;
}
}

/// Lets all packets pass a listener once; false if there can be none.
bool let_pass(const char* tap, void* data, const char* filter, tap_packet_cb listener) {
  GString* error = register_tap_listener(tap, data, filter, TL_REQUIRES_NOTHING, nullptr, listener, nullptr, nullptr);
  if (error != nullptr) {
    g_string_free(error, TRUE);
    return false;
  }
  tap_again();
  remove_tap_listener(data);
  return true;
}

void append_hex(std::string& text, const guint8* bytes, std::size_t size) {
  constexpr std::size_t width = 16;
  for (std::size_t begin = 0; begin < size; begin += width) {
    char piece[24];
    std::snprintf(piece, sizeof piece, "%06zx ", begin);
    text += piece;
    for (std::size_t i = begin; i != begin + width; ++i) {
      std::snprintf(piece, sizeof piece, i < size ? " %02x" : "   ", i < size ? unsigned{bytes[i]} : 0U);
      text += piece;
    }
    text += "  ";
    for (std::size_t i = begin; i < std::min(begin + width, size); ++i)
      text += g_ascii_isprint(static_cast<gchar>(bytes[i])) != 0 ? static_cast<char>(bytes[i]) : '.';
    text += '\n';
  }
}

/// What was followed, as text; frees it.
std::string text_of(follow_info_t* info, bool lines) {
  std::string text;
  for (GList* entry = g_list_last(info->payload); entry != nullptr; entry = g_list_previous(entry)) {
    auto* record = static_cast<follow_record_t*>(entry->data);
    if (lines) {
      text.append(reinterpret_cast<const char*>(record->data->data), record->data->len);
    } else {
      text += record->is_server != 0 ? "From the server, frame " : "From the client, frame ";
      text += std::to_string(record->packet_num) + ", " + std::to_string(record->data->len) + " bytes\n";
      append_hex(text, record->data->data, record->data->len);
    }
    g_byte_array_free(record->data, TRUE);
    g_free(record);
  }
  g_list_free(info->payload);
  free_address(&info->client_ip);
  free_address(&info->server_ip);
  followers().erase(info);
  g_free(info);
  return text;
}

void follow_in_window(const char* title, Search wanted, bool lines) {
  if (wanted.frame == 0 || !let_pass("frame", &wanted, nullptr, search) || wanted.filter == nullptr) {
    show_text(title, lines ? "The packet that is selected belongs to no game of Godot's."
                           : "The packet that is selected belongs to no connection of ENet's.");
    return;
  }
  auto* info = g_new0(follow_info_t, 1);
  let_pass(lines ? lines_tap_name : bytes_tap_name, info, wanted.filter, lines ? hear_lines : hear_bytes);
  const std::string full = std::string(title) + ": " + wanted.filter;
  g_free(wanted.filter);
  show_text(full.c_str(), text_of(info, lines));
}

void follow_game() { follow_in_window("Follow the game", {bridge::selected_packet(), godot_filter_of_packet}, true); }
void follow_connection() {
  follow_in_window("Follow the ENet connection", {bridge::selected_packet(), enet_filter_of_packet}, false);
}

}  // namespace

bool listened() noexcept { return have_tap_listener(bytes_tap) != 0 || have_tap_listener(lines_tap) != 0; }
bool lines_wanted() noexcept { return have_tap_listener(lines_tap) != 0; }

void tell(packet_info* pinfo, const Event& event) {
  if (!listened()) return;
  auto* kept = wmem_new(pinfo->pool, Event);
  *kept = event;
  if (event.link->transport == Transport::enet) tap_queue_packet(bytes_tap, pinfo, kept);
  tap_queue_packet(lines_tap, pinfo, kept);
}

void register_follow(const EnetLinks& enet_links) {
  of_enet = enet_links;
  bytes_tap = register_tap(bytes_tap_name);
  lines_tap = register_tap(lines_tap_name);
  bridge::register_follow(protocols.enet, {.tap = bytes_tap_name,
                                           .conversation_filter = enet_filter_of_packet,
                                           .index_filter = enet_filter,
                                           .address_filter = enet_filter_of_ends,
                                           .port_name = udp_port_to_display,
                                           .stream_count = enet_streams,
                                           .handler = hear_bytes});
  bridge::register_follow(protocols.godot, {.tap = lines_tap_name,
                                            .conversation_filter = godot_filter_of_packet,
                                            .index_filter = godot_filter,
                                            .address_filter = godot_filter_of_ends,
                                            .port_name = udp_port_to_display,
                                            .stream_count = games,
                                            .handler = hear_lines});
  add_tool("Follow the game", follow_game);
  add_tool("Follow the ENet connection", follow_connection);
  register_cleanup_routine(forget_followers);
}

}  // namespace godot::plugin::follow
