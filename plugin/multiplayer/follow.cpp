// SPDX-License-Identifier: GPL-2.0-or-later
// Follow > Godot: the messages of a game's connection, one line each (tshark -z follow,godot,...).
#include "plugin/core/flows/follow.h"
#include "plugin/core/register/fields.h"
#include "plugin/enet/capture.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/multiplayer/transports.h"

namespace godot::plugin::follow {
namespace {

constexpr const char* stream_field = "godot.stream";

/// Of the game's connection that a packet belongs to.
int number_of_game(packet_info* pinfo) {
  const enet::Stream* stream = enet::first_stream(pinfo);
  const analysis::Link* link = stream != nullptr ? &stream->link : bare_link(pinfo);
  return link != nullptr && link->godot != nullptr ? link->godot->number : -1;
}
using Games = Numbered<stream_field, number_of_game>;

extern "C" {

static tap_packet_status on_lines(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  return add_event(data, pinfo, *static_cast<const Event*>(event), Shows::lines);
}

static char* godot_filter_of_ends(address* source, address* target, int source_port, int target_port) {
  return filter_of_ends(stream_field, source, target, source_port, target_port);
}

static guint32 games() { return static_cast<guint32>(multiplayer_state().numbered); }

}  // extern "C"

}  // namespace

void register_follow() {
  bridge::register_follow(protocols.godot, {.tap = lines_tap,
                                            .conversation_filter = Games::filter_of_packet,
                                            .index_filter = Games::filter,
                                            .address_filter = godot_filter_of_ends,
                                            .port_name = udp_port_to_display,
                                            .stream_count = games,
                                            .handler = on_lines});
  offer_in_window({.title = "Follow the game",
                   .none = "The selected packet belongs to no Godot game.",
                   .tap = lines_tap,
                   .on_packet = on_lines,
                   .filter_of = Games::found,
                   .forget = forget});
}

}  // namespace godot::plugin::follow
