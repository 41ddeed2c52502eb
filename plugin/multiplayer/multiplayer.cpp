// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/multiplayer.h"

#include <algorithm>

#include "analysis/learning/recognition.h"
#include "plugin/core/buffer.h"
#include "plugin/core/endpoints.h"
#include "plugin/core/fields.h"
#include "plugin/core/needed_items.h"
#include "plugin/core/time.h"
#include "plugin/facts/costs.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/multiplayer/reading.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

dissector_handle_t handle;

/// When the sender sent it, ns; 0 if only estimated.
std::int64_t sent_at(const packet_info* pinfo, const analysis::Transit& transit) {
  return transit.known && !transit.estimated ? absolute_time(pinfo) - transit.before : 0;
}

analysis::EndProcess process_of(const packet_info* pinfo) {
  bridge::LocalProcess process;
  if (!bridge::local_process(pinfo, process)) return {};
  return {.name = process.name, .id = process.id, .is_sender = process.sends};
}

extern "C" {

/// `data` is the message. Called through Wireshark, so that the layer is counted and can be disabled.
int dissect_godot_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  const analysis::Message& message = *static_cast<const analysis::Message*>(data);
  analysis::MultiplayerLink& link = *message.link->godot;
  const Buffer bytes = buffer_of(tvb, 0);
  const analysis::MessageKey key = {.frame = pinfo->num, .index = message.index};
  const multiplayer::Transmission how = transmission_of(message, link, key);
  multiplayer::KnownValue known;
  if (pinfo->fd->visited == 0 && !is_copy(message)) known = link.recognition.check(bytes, how);
  if (link.peers.redots && !link.chosen) link.recognition.set_redot();
  const multiplayer::Options options = link.recognition_of(sender(message)).options(bytes, how);
  saw_multiplayer(pinfo);
  link.peers.presume_server(message.link->server_is_clear);
  if (pinfo->fd->visited == 0) link.peers.last_frame_is(pinfo->num);
  const bool learns = pinfo->fd->visited == 0 && !is_copy(message);
  if (learns && message.shows_gaps && !message.earlier)
    state().memory.views.message(link.peers.link(), static_cast<std::uint8_t>(index(sender(message))), pinfo->num,
                                 message.missing_before);
  export_message(tvb, pinfo, message, options.carrier == multiplayer::Carrier::none);
  const Needs needs = needs_of(pinfo, tree, message, learns);
  // Statistics of protocols count items.
  if (!needs.items) add_bare_message(tree, protocols.godot, tvb);
  if (needs.items || protocols_wanted(tree)) tree = below_first(tree, protocols.godot);
  const analysis::Arrival arrival = {.frame = key.frame,
                                     .message = key.index,
                                     .time = absolute_time(pinfo),
                                     .bytes = bytes.captured,
                                     .turn = message.turn,
                                     .maybe_copy = maybe_copy(message, link, absolute_time(pinfo)),
                                     .host = analysis::engine_errors().listens() ? host_hash(pinfo->dst) : 0,
                                     .late = message.late,
                                     .sent = sent_at(pinfo, message.transit),
                                     .process = learns ? process_of(pinfo) : analysis::EndProcess{}};
  if (needs.read) read_message(tvb, pinfo, tree, message, bytes, options, known, needs, learns ? &arrival : nullptr);
  return static_cast<int>(std::max<std::size_t>(bytes.captured.size(), 1));
}

}  // extern "C"

bool is_multiplayer(tvbuff_t* tvb, const packet_info* pinfo, const analysis::Message& message) {
  if (pinfo->fd->visited == 0) {
    return analysis::recognise(state(), game_projects(), message, {.frame = pinfo->num, .index = message.index},
                               absolute_time(pinfo), buffer_of(tvb, 0));
  }
  return message.link->godot != nullptr && message.link->godot->recognition.certain();
}

}  // namespace

bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  if (!is_multiplayer(tvb, pinfo, message)) return false;
  // Only read: epan's parameter is not const.
  return call_dissector_only(handle, tvb, pinfo, tree, const_cast<analysis::Message*>(&message)) != 0;
}

bool dissect_multiplayer_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  if (!is_multiplayer(tvb, pinfo, message)) return false;
  // Clears the text that the transport wrote for this message.
  col_clear(pinfo->cinfo, COL_INFO);
  auto handed = message;
  const bool framed = message.link->transport == analysis::Transport::websocket;
  const Price price = price_of_message(pinfo, {.own = tvb_reported_length(tvb), .framed = framed});
  handed.cost = price.cost;
  handed.plain = price.plain;
  return dissect_godot_message(tvb, pinfo, tree, &handed) != 0;
}

void register_multiplayer() {
  handle = create_dissector_handle(dissect_godot_message, protocols.godot);
  register_rows<MultiplayerField, MultiplayerExpert>();
}

}  // namespace godot::plugin
