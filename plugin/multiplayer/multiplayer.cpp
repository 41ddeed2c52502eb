// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/multiplayer.h"

#include <algorithm>

#include "analysis/derived/common.h"
#include "analysis/game/learning/engine_errors.h"
#include "analysis/game/learning/link_ends.h"
#include "analysis/message/annotation/derived.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/layer.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/enet/payload.h"
#include "plugin/facts/demand.h"
#include "plugin/facts/message_costs.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/multiplayer/library_dissectors.h"
#include "plugin/multiplayer/message_host.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/variant/lone_values.h"

namespace godot::plugin {
namespace {

dissector_handle_t handle;

/// A message, and what its packet is needed for.
struct Handed {
  const analysis::Message& message;
  const Demand& needed;
};
LEFT_BY_LONGJMP(Handed, Demand);

/// `data` is the message, Handed.
int dissect_godot_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  const auto& [message, needed] = *static_cast<const Handed*>(data);
  const Buffer bytes = buffer_of(tvb, 0);
  read_message({tvb, 0, pinfo, tree}, message, bytes, needed);
  return static_cast<int>(std::max<std::size_t>(bytes.captured.size(), 1));
}

/// Clears the text that the transport wrote for this message.
bool dissect_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, analysis::Message message) {
  col_clear(pinfo->cinfo, COL_INFO);
  const bool framed = message.link->transport == analysis::Transport::websocket;
  const Price price = price_of_message(pinfo, {.own = tvb_reported_length(tvb), .framed = framed});
  message.cost = price.cost;
  message.plain = price.plain;
  const Demand needed = demand_of(pinfo, tree);
  Handed handed = {.message = message, .needed = needed};
  return dissect_godot_message(tvb, pinfo, tree, &handed) != 0;
}

/// Calls the dissector as Wireshark does, without a list of layers where no item is added.
bool call_dissector(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                    const Demand& needed) {
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
    proto_tree_add_expert(tree, pinfo, expert(analysis::CommonExpert::godot_recognition_withdrawn), tvb, 0,
                          to_end(tvb));
  return taken;
}

// --- Over ENet: its interface to the protocol above ------------------------------------------------------------------

/// A single value that fills the message exactly.
bool dissect_variant(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  if (proto_is_protocol_enabled(find_protocol_by_id(protocols.variant)) == 0) return false;
  if (message_heuristic(tvb, pinfo, tree, nullptr)) return true;
  if (!analysis::requests_as_godot(*message.link)) return false;
  if (!analysis::values::is_single_value(buffer_of(tvb, 0), conversation_of(pinfo), circumstances(pinfo))) return false;
  return dissect_message(tvb, pinfo, tree, {}) != 0;
}

void export_message_of_enet(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message) {
  export_carried(pdus::List::enet, tvb, pinfo, message);
}

constexpr enet::MessageProtocol multiplayer_over_enet = {
    .dissect = dissect_multiplayer,
    .dissect_last = dissect_variant,
    .export_message = export_message_of_enet,
};

}  // namespace

bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                         const Demand& needed) {
  return after(is_multiplayer(tvb, pinfo, message) && call_dissector(tvb, pinfo, tree, message, needed), tvb, pinfo,
               tree, message);
}

bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  return after(is_multiplayer(tvb, pinfo, message) && call_dissector(tvb, pinfo, tree, message, demand_of(pinfo, tree)),
               tvb, pinfo, tree, message);
}

bool dissect_multiplayer_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  return after(is_multiplayer(tvb, pinfo, message) && dissect_here(tvb, pinfo, tree, message), tvb, pinfo, tree,
               message);
}

void register_multiplayer() {
  handle = create_dissector_handle(dissect_godot_message, protocols.godot);
  register_rows<analysis::MultiplayerField, analysis::MultiplayerExpert, analysis::problems::Multiplayer>();
  register_peer_table();
  register_library_memories();
  enet::message_protocol = &multiplayer_over_enet;
  register_init_routine(analysis::begin_engine_errors);
  register_cleanup_routine(begin_anew<analysis::MultiplayerState>);
}

}  // namespace godot::plugin
