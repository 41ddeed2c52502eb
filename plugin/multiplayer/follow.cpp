// SPDX-License-Identifier: GPL-2.0-or-later
// Follow > Godot: the messages of a game's connection, one line each (tshark -z follow,godot,...).
#include "plugin/core/flows/follow.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/enet/open_capture.h"
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

tap_packet_status on_lines(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  return add_event(data, pinfo, *static_cast<const Event*>(event), Shows::lines);
}

guint32 games() { return static_cast<guint32>(multiplayer_state().numbered); }

}  // namespace

void register_follow() {
  Games::offer(
      protocols.godot,
      {.address_filter = filter_with_ends<stream_field>, .port_name = udp_port_to_display, .stream_count = games},
      {.title = "Follow the game",
       .none = "The selected packet belongs to no Godot game.",
       .tap = lines_tap,
       .on_packet = on_lines,
       .forget = forget});
}

}  // namespace godot::plugin::follow
