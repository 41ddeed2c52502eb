// SPDX-License-Identifier: GPL-2.0-or-later
// Implements ENet's interface to the protocol above (plugin/enet/upper.h).
#include <algorithm>
#include <array>
#include <iterator>

#include "analysis/names/names.h"
#include "codec/variant/recognise.h"
#include "plugin/core/buffer.h"
#include "plugin/core/fields.h"
#include "plugin/enet/upper.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/project_settings/project_settings.h"
#include "plugin/variant/message.h"

namespace godot::plugin {
namespace {

/// Other programs rarely send data in Connect.
bool is_godots(const analysis::Link& link) {
  return link.has_handshake && multiplayer::is_client_id(link.connect_data);
}

/// A single value that fills the message exactly.
bool dissect_variant(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message) {
  if (proto_is_protocol_enabled(find_protocol_by_id(protocols.variant)) == 0) return false;
  if (message_heuristic(tvb, pinfo, tree, nullptr)) return true;
  if (!is_godots(*message.link)) return false;
  const Buffer bytes = buffer_of(tvb, 0);
  if (!variant::possible(bytes) || variant::observe(bytes).fits == 0) return false;
  return dissect_message(tvb, pinfo, tree, {}) != 0;
}

void export_message_of_enet(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message) {
  export_carried(pdus::List::enet, tvb, pinfo, message);
}

bool sums_of_costs_wanted(proto_tree* tree) {
  constexpr MultiplayerField sums[] = {MultiplayerField::godot_cost_calls, MultiplayerField::godot_cost_sync};
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

/// Before the first message, the client's id is that of its request.
analysis::facts::Route route_of(packet_info* pinfo, const analysis::Link& link, bool from_client) {
  const analysis::Peers* peers = link.godot != nullptr ? &link.godot->peers : nullptr;
  const bool is_requested = peers == nullptr && link.has_handshake && link.connect_data > multiplayer::server;
  std::array<analysis::PeerId, 2> ids = {};  // the client's first
  if (peers != nullptr) ids = {peers->shown_id(analysis::End::first), peers->shown_id(analysis::End::second)};
  else if (is_requested) ids = {static_cast<analysis::PeerId>(link.connect_data), multiplayer::server};
  const analysis::PeerId source = ids[from_client ? 0 : 1];
  const analysis::PeerId target = ids[from_client ? 1 : 0];
  const auto name = [&](analysis::PeerId peer) -> const char* {
    return peers != nullptr && peer > multiplayer::server ? interned(peer_name(pinfo, *peers, peer)) : nullptr;
  };
  return {.session = peers != nullptr ? peers->session() : 0,
          .source = source,
          .target = target,
          .hop_source = source,
          .hop_target = target,
          .target_known = target != 0,
          .source_name = name(source),
          .target_name = name(target),
          .hop_target_name = name(target)};
}

/// Of a game alone: other programs' connections carry no ids.
bool is_mesh(const analysis::Link& link) {
  return link.godot != nullptr && link.godot->number >= 0 && link.godot->peers.is_mesh();
}

bool is_authenticating(const analysis::Link& link) {
  return link.godot != nullptr && link.godot->peers.admission.is_open();
}

analysis::enet::ChannelUse highest_channel(const analysis::Link& link) {
  const analysis::MultiplayerLink* game = link.godot;
  if (game == nullptr || !game->recognition.certain() || game->recognition.format() != multiplayer::Format::scene)
    return {};
  refresh_names();
  const analysis::names::ChannelUse highest = analysis::names::highest_channel();
  if (highest.channel <= 0) return {};
  return {.channel = highest.channel,
          .needs = multiplayer::channels_needed(highest.channel),
          .method = highest.method,
          .script = highest.script};
}

constexpr enet::dissector::Upper multiplayer_over_enet = {
    .dissect = dissect_multiplayer,
    .dissect_last = dissect_variant,
    .export_message = export_message_of_enet,
    .ends = ends_of,
    .costs_wanted = sums_of_costs_wanted,
    .add_left = add_left,
    .route = route_of,
    .is_authenticating = is_authenticating,
    .is_mesh = is_mesh,
    .highest_channel = highest_channel,
};

}  // namespace

void register_over_enet() { enet::dissector::register_upper(multiplayer_over_enet); }

}  // namespace godot::plugin
