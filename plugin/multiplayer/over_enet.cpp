// SPDX-License-Identifier: GPL-2.0-or-later
// Implements ENet's interface to the protocol above (plugin/enet/message_protocol.h).
#include <algorithm>
#include <iterator>

#include "analysis/game/learning/link_ends.h"
#include "analysis/message/annotation/derived.h"
#include "codec/noray/noray.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/register/fields.h"
#include "plugin/enet/message_protocol.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/state.h"
#include "plugin/project_settings/project_settings.h"
#include "plugin/variant/message.h"

namespace godot::plugin {
namespace {

using analysis::MultiplayerField;

bool dissect_message_of_enet(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                             const Demand& needed) {
  return dissect_multiplayer(tvb, pinfo, tree, message, needed);
}

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

bool sums_of_costs_wanted(proto_tree* tree) {
  constexpr MultiplayerField sums[] = {MultiplayerField::cost_calls, MultiplayerField::cost_sync};
  return std::any_of(std::begin(sums), std::end(sums),
                     [tree](MultiplayerField sum) { return proto_field_is_referenced(tree, header_field(sum)) != 0; });
}

/// Whichever end closes the connection, its client leaves the session.
void add_left(const analysis::Link& link, Collector& collector, analysis::facts::Item& item) {
  if (link.godot == nullptr) return;
  analysis::facts::Route& route = collector.route(item);
  route.session = link.godot->peers.session();
  route.left = link.godot->peers.id(analysis::End::first);
}

void has_ended(const analysis::Link& link, std::uint32_t frame) { analysis::has_ended(link, state().memory, frame); }

analysis::facts::Route route_of(packet_info* pinfo, const analysis::Link& link, bool from_client) {
  return analysis::route_between_ends(
      link, from_client,
      {.all = state().peer_names, .which = wanted_peer_names(), .frame = frame_number(pinfo), .keep = interned});
}

analysis::enet::ChannelUse highest_channel(const analysis::Link& link) {
  if (!analysis::has_channels(link)) return {};
  refresh_names();
  return analysis::highest_channel();
}

/// Players who have found each other by noray shake hands.
bool goes_before(const Buffer& datagram) { return noray::handshake_of(datagram.captured) != noray::Handshake::none; }

constexpr enet::MessageProtocol multiplayer_over_enet = {
    .dissect = dissect_message_of_enet,
    .dissect_last = dissect_variant,
    .export_message = export_message_of_enet,
    .ends = ends_of,
    .costs_wanted = sums_of_costs_wanted,
    .add_left = add_left,
    .has_ended = has_ended,
    .route = route_of,
    .is_authenticating = analysis::is_authenticating,
    .is_recognised = analysis::is_recognised,
    .is_mesh = analysis::is_of_mesh,
    .goes_before = goes_before,
    .highest_channel = highest_channel,
};

}  // namespace

void register_over_enet() { enet::register_message_protocol(multiplayer_over_enet); }

}  // namespace godot::plugin
