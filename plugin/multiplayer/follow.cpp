// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/follow.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>

#include "plugin/core/fields.h"
#include "plugin/multiplayer/state.h"
#include "plugin/multiplayer/transports.h"
#include "plugin/show/follow_window.h"
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
static void forget_follower(const follow_info_t* info) { followers().erase(info); }
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

/// A line begins with the time at which the receiver got the message, and the frame that brought it.
std::string as_line(const Kept& kept, const enet::Delivery::Delivered& one, const packet_info* pinfo) {
  std::string line = seconds(pinfo->rel_ts) + "  " + std::to_string(kept.frame) + "  " + kept.content;
  if (one.held)
    line += "  [held for " + std::to_string(one.held_for) + ", came in frame " + std::to_string(kept.frame) + "]";
  return line + "\n";
}

/// What of `-z follow,enet` and Follow > ENet is wanted, where nothing names a channel; empty: all.
range_t* wanted_channels = nullptr;

bool is_wanted(const Event& event) {
  return wanted_channels == nullptr || wanted_channels->nranges == 0 ||
         value_is_in_range(wanted_channels, event.message.channel);
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
  const auto& told = *static_cast<const Event*>(event);
  return is_wanted(told) ? hear(data, pinfo, told, false) : TAP_PACKET_DONT_REDRAW;
}
static tap_packet_status hear_channel(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  const auto& told = *static_cast<const Event*>(event);
  const guint64 wanted = static_cast<const follow_info_t*>(data)->substream_id;
  return told.message.channel == wanted ? hear(data, pinfo, told, false) : TAP_PACKET_DONT_REDRAW;
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

static char* channel_filter(unsigned stream, unsigned channel) {
  return g_strdup_printf("enet.stream eq %u and enet.channel eq %u", stream, channel);
}
static char* channel_filter_of_packet(epan_dissect_t*, packet_info* pinfo, unsigned* number, unsigned* channel) {
  const Link* link = of_enet.link(pinfo);
  if (link == nullptr) return nullptr;
  *number = link->number;
  *channel = of_enet.channel(pinfo);
  return channel_filter(*number, *channel);
}
/// The next channel up or down.
static bridge::Bool next_channel(unsigned stream, unsigned channel, bridge::Bool down, unsigned* next) {
  const int found = of_enet.next_channel(stream, channel, down != 0);
  if (found < 0) return false;
  *next = static_cast<unsigned>(found);
  return true;
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

// --- Tools > Godot --------------------------------------------------------------------------------------------------

char* found_game(packet_info* pinfo, const void*) {
  unsigned number = 0;
  return godot_filter_of_packet(nullptr, pinfo, &number, nullptr);
}
char* found_connection(packet_info* pinfo, const void*) {
  unsigned number = 0;
  return enet_filter_of_packet(nullptr, pinfo, &number, nullptr);
}
char* found_channel(packet_info*, const void* told) {
  const auto& event = *static_cast<const Event*>(told);
  return channel_filter(event.link->number, event.message.channel);
}
void set_channel(follow_info_t* info, packet_info*, const void* told) {
  info->substream_id = static_cast<const Event*>(told)->message.channel;
}

void follow_game() {
  follow_in_window({.title = "Follow the game",
                    .none = "The packet that is selected belongs to no game of Godot's.",
                    .tap = lines_tap_name,
                    .hear = hear_lines,
                    .filter_of = found_game,
                    .forget = forget_follower});
}
void follow_connection() {
  follow_in_window({.title = "Follow the ENet connection",
                    .none = "The packet that is selected belongs to no connection of ENet's.",
                    .tap = bytes_tap_name,
                    .hear = hear_bytes,
                    .filter_of = found_connection,
                    .forget = forget_follower,
                    .lines = false});
}
void follow_channel() {
  follow_in_window({.title = "Follow the ENet channel",
                    .none = "The packet that is selected has no message of ENet's.",
                    .tap = bytes_tap_name,
                    .hear = hear_channel,
                    .filter_of = found_channel,
                    .found_by = bytes_tap_name,
                    .prepare = set_channel,
                    .forget = forget_follower,
                    .lines = false});
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
  if (bridge::has_sub_streams) {
    const int channel = proto_register_protocol_in_name_only("ENet Channel", "ENet Channel", "enet_channel",
                                                             protocols.enet, FT_PROTOCOL);
    bridge::register_sub_stream_follow(channel,
                                       {.tap = bytes_tap_name,
                                        .conversation_filter = channel_filter_of_packet,
                                        .index_filter = channel_filter,
                                        .address_filter = enet_filter_of_ends,
                                        .port_name = udp_port_to_display,
                                        .stream_count = enet_streams,
                                        .handler = hear_channel},
                                       next_channel);
  }
  bridge::register_follow(protocols.godot, {.tap = lines_tap_name,
                                            .conversation_filter = godot_filter_of_packet,
                                            .index_filter = godot_filter,
                                            .address_filter = godot_filter_of_ends,
                                            .port_name = udp_port_to_display,
                                            .stream_count = games,
                                            .handler = hear_lines});
  add_tool("Follow the game", follow_game);
  add_tool("Follow the ENet connection", follow_connection);
  add_tool("Follow the ENet channel", follow_channel);
  register_cleanup_routine(forget_followers);
}

void register_follow_preference(module_t* enet) {
  constexpr guint32 last_channel = 254;
  range_convert_str(wmem_epan_scope(), &wanted_channels, "", last_channel);
  prefs_register_range_preference(enet, "follow_channels", "Channels to follow",
                                  "Follow > ENet and tshark -z follow,enet show the messages of these channels alone, "
                                  "as 0 or 2-4; empty: all",
                                  &wanted_channels, last_channel);
}

}  // namespace godot::plugin::follow
