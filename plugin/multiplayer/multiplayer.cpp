// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/multiplayer.h"

#include <algorithm>

#include "analysis/game/learning/recognition.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/layer.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/flows/endpoints.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/facts/costs.h"
#include "plugin/facts/needed.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/multiplayer/reading.h"
#include "plugin/multiplayer/state.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

dissector_handle_t handle;

analysis::EndProcess process_of(const packet_info* pinfo) {
  bridge::LocalProcess process;
  if (!bridge::local_process(pinfo, process)) return {};
  return {.name = process.name, .id = process.id, .is_sender = process.sends};
}

/// A message, and what its packet is needed for.
struct Handed {
  const analysis::Message& message;
  const Needed& needed;
};
LEFT_BY_LONGJMP(Handed, Needed);

extern "C" {

/// `data` is the message, Handed.
int dissect_godot_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  const auto& [message, needed] = *static_cast<const Handed*>(data);
  const Buffer bytes = buffer_of(tvb, 0);
  const analysis::MessageKey key = {.frame = frame_number(pinfo), .index = message.index};
  saw_multiplayer(pinfo);
  const analysis::MessageBegin begin = analysis::begin_message(state(), message, key, bytes, is_first_pass(pinfo));
  export_message(tvb, pinfo, message, begin.options.carrier == multiplayer::Carrier::none);
  const Needs needs = needs_of(pinfo, tree, message, begin.learns, needed);
  // Statistics of protocols count items.
  if (!needs.items && needed.protocols) add_bare_message(tree, protocols.godot, tvb);
  if (needs.items || needed.protocols) tree = below_first(tree, protocols.godot);
  analysis::Arrival arrival;
  if (begin.learns) {
    analysis::note_double(state(), message, key, absolute_time(pinfo), bytes);
    arrival = analysis::arrival_of(message, key, absolute_time(pinfo), bytes);
    arrival.host = analysis::engine_errors().listens() ? host_hash(pinfo->dst) : 0;
    arrival.process = process_of(pinfo);
  }
  if (needs.read) read_message({tvb, 0, pinfo, tree}, message, bytes, begin, needs, arrival);
  return static_cast<int>(std::max<std::size_t>(bytes.captured.size(), 1));
}

}  // extern "C"

bool is_multiplayer(tvbuff_t* tvb, const packet_info* pinfo, const analysis::Message& message) {
  if (!is_first_pass(pinfo)) return analysis::was_recognised(message);
  return analysis::recognise(state(), game_projects(), message, {.frame = frame_number(pinfo), .index = message.index},
                             absolute_time(pinfo), buffer_of(tvb, 0));
}

/// Clears the text that the transport wrote for this message.
bool dissect_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, analysis::Message message) {
  col_clear(pinfo->cinfo, COL_INFO);
  const bool framed = message.link->transport == analysis::Transport::websocket;
  const Price price = price_of_message(pinfo, {.own = tvb_reported_length(tvb), .framed = framed});
  message.cost = price.cost;
  message.plain = price.plain;
  const Needed needed = needed_of(pinfo, tree);
  Handed handed = {.message = message, .needed = needed};
  return dissect_godot_message(tvb, pinfo, tree, &handed) != 0;
}

/// Calls the dissector as Wireshark does, without a list of layers where no item is added.
bool call_dissector(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                    const Needed& needed) {
  static protocol_t* const protocol = find_protocol_by_id(protocols.godot);
  Handed handed = {.message = message, .needed = needed};
  if (needed.items || needed.protocols) return call_dissector_only(handle, tvb, pinfo, tree, &handed) != 0;
  if (proto_is_protocol_enabled(protocol) == 0) return false;
  return in_counted_layer(pinfo, protocol, [&] { return dissect_godot_message(tvb, pinfo, tree, &handed); }) != 0;
}

/// Says in the frame where it became clear that the link is not Godot's.
bool after(bool taken, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  const analysis::MultiplayerLink* link = message.link->godot;
  if (link != nullptr && link->withdrawn_in == frame_number(pinfo))
    proto_tree_add_expert(tree, pinfo, expert(CoreExpert::godot_recognition_withdrawn), tvb, 0, to_end(tvb));
  return taken;
}

}  // namespace

bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                         const Needed& needed) {
  return after(is_multiplayer(tvb, pinfo, message) && call_dissector(tvb, pinfo, tree, message, needed), tvb, pinfo,
               tree, message);
}

bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  return after(is_multiplayer(tvb, pinfo, message) && call_dissector(tvb, pinfo, tree, message, needed_of(pinfo, tree)),
               tvb, pinfo, tree, message);
}

bool dissect_multiplayer_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  return after(is_multiplayer(tvb, pinfo, message) && dissect_here(tvb, pinfo, tree, message), tvb, pinfo, tree,
               message);
}

void register_multiplayer() {
  handle = create_dissector_handle(dissect_godot_message, protocols.godot);
  register_rows<MultiplayerField, MultiplayerExpert>();
}

}  // namespace godot::plugin
