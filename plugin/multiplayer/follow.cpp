// SPDX-License-Identifier: GPL-2.0-or-later
// Follow > Godot: the messages of a game's connection, one line each (tshark -z follow,godot,...).
#include "plugin/core/flows/follow.h"
#include "plugin/core/register/fields.h"
#include "plugin/enet/capture.h"
#include "plugin/multiplayer/state.h"
#include "plugin/multiplayer/transports.h"

namespace godot::plugin::follow {
namespace {

/// The game's connection that a packet belongs to, or null.
const analysis::MultiplayerLink* game_of(packet_info* pinfo) {
  const enet::Stream* stream = enet::first_stream(pinfo);
  const analysis::Link* link = stream != nullptr ? &stream->link : bare_link(pinfo);
  return link != nullptr && link->godot != nullptr && link->godot->number >= 0 ? link->godot : nullptr;
}

extern "C" {

static tap_packet_status on_lines(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  return add_event(data, pinfo, *static_cast<const Event*>(event), Shows::lines);
}

static char* godot_filter(unsigned stream, unsigned) { return g_strdup_printf("godot.stream eq %u", stream); }
static char* godot_filter_of_packet(epan_dissect_t*, packet_info* pinfo, unsigned* number, unsigned*) {
  const analysis::MultiplayerLink* game = game_of(pinfo);
  if (game == nullptr) return nullptr;
  *number = static_cast<unsigned>(game->number);
  return godot_filter(*number, 0);
}
static char* godot_filter_of_ends(address* source, address* target, int source_port, int target_port) {
  return filter_of_ends("godot.stream", source, target, source_port, target_port);
}

static guint32 games() { return static_cast<guint32>(state().numbered); }

}  // extern "C"

// --- Tools > Godot --------------------------------------------------------------------------------------------------

char* found_game(packet_info* pinfo, const void*) {
  unsigned number = 0;
  return godot_filter_of_packet(nullptr, pinfo, &number, nullptr);
}

}  // namespace

void register_follow() {
  bridge::register_follow(protocols.godot, {.tap = lines_tap,
                                            .conversation_filter = godot_filter_of_packet,
                                            .index_filter = godot_filter,
                                            .address_filter = godot_filter_of_ends,
                                            .port_name = udp_port_to_display,
                                            .stream_count = games,
                                            .handler = on_lines});
  offer_in_window({.title = "Follow the game",
                   .none = "The selected packet belongs to no Godot game.",
                   .tap = lines_tap,
                   .on_packet = on_lines,
                   .filter_of = found_game,
                   .forget = forget});
}

}  // namespace godot::plugin::follow
