// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/peer_labels.h"

#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/preferences.h"

namespace godot::plugin {
namespace {

/// One end of a link. In a mesh, an end whose id is not known has a port of its own.
const char* end_text(packet_info* pinfo, const analysis::Link& link, bool is_client, std::uint32_t port) {
  if (link.godot != nullptr && link.godot->number >= 0) {
    const analysis::Peers& peers = link.godot->peers;
    const analysis::End end = is_client ? analysis::End::first : analysis::End::second;
    if (peers.id(end) != 0) return peer_text(pinfo, peers, peers.id(end));
    if (peers.is_mesh()) return wmem_strdup_printf(pinfo->pool, "port %u", port);
    if (peers.server_known()) return peers.is_server(end) ? "server" : "client";
  }
  return role_of(link, is_client);
}

Ends with_link(const analysis::Link& link, const char* from, const char* to) {
  return {from, to, link.godot != nullptr ? link.godot->number : -1,
          link.transport == multiplayer::Transport::enet && link.godot != nullptr && link.godot->number >= 0 &&
              static_cast<std::uint32_t>(link.godot->number) == link.number};
}

}  // namespace

analysis::PeerNames::Ask wanted_peer_names() {
  return names_peers() ? analysis::PeerNames::Ask::all : analysis::PeerNames::Ask::given_only;
}

const char* peer_name(const packet_info* pinfo, const analysis::Peers& among, analysis::PeerId peer) {
  return state().peer_names.find(among, peer, pinfo->num, wanted_peer_names());
}

const char* peer_text(packet_info* pinfo, const analysis::Peers& among, analysis::PeerId peer) {
  if (peer == 0) return "";
  if (const char* name = peer_name(pinfo, among, peer)) return utf8_text(pinfo, name);
  if (peer == multiplayer::server) return "server";
  return wmem_strdup_printf(pinfo->pool, "%d", peer);
}

const char* introduced_text(packet_info* pinfo, const analysis::Peers& among, analysis::PeerId peer) {
  const char* text = peer_text(pinfo, among, peer);
  const analysis::PeerNames& names = state().peer_names;
  const bool is_new = peer > multiplayer::server && names_peers() && names.appeared_in(peer) == pinfo->num &&
                      names.find(among, peer, pinfo->num, analysis::PeerNames::Ask::given_only) == nullptr;
  return is_new ? wmem_strdup_printf(pinfo->pool, "%s (%d)", text, peer) : text;
}

const char* target_text(packet_info* pinfo, const analysis::Peers& among, analysis::PeerId target) {
  if (target > 0) return peer_text(pinfo, among, target);
  if (target == 0) return "all";
  // The negation of INT32_MIN would overflow.
  if (target == INT32_MIN) return wmem_strdup_printf(pinfo->pool, "all but %u", 0U - static_cast<unsigned>(target));
  return wmem_strdup_printf(pinfo->pool, "all but %s", peer_text(pinfo, among, -target));
}

const char* sender_text(packet_info* pinfo, const analysis::Message& message, const analysis::Route& route) {
  if (route.source_id != 0) return peer_text(pinfo, message.link->godot->peers, route.source_id);
  return end_text(pinfo, *message.link, message.from_client, pinfo->srcport);
}

const char* receiver_text(packet_info* pinfo, const analysis::Message& message, const analysis::Route& route) {
  if (!route.target_known) return end_text(pinfo, *message.link, !message.from_client, pinfo->destport);
  const analysis::Peers& among = message.link->godot->peers;
  const char* to = target_text(pinfo, among, route.target_id);
  // A broadcast is sent to each peer: its packets differ only in the one that gets them.
  const analysis::PeerId receiver = among.id(message.from_client ? analysis::End::second : analysis::End::first);
  const bool is_copy = route.target_id <= 0 && receiver > multiplayer::server;
  return is_copy ? wmem_strdup_printf(pinfo->pool, "%s (%s)", to, peer_text(pinfo, among, receiver)) : to;
}

Ends ends_of(packet_info* pinfo, const analysis::Message& message, const analysis::Route& route) {
  return with_link(*message.link, sender_text(pinfo, message, route), receiver_text(pinfo, message, route));
}

Ends ends_of(packet_info* pinfo, const analysis::Link& link, bool from_client) {
  return with_link(link, end_text(pinfo, link, from_client, pinfo->srcport),
                   end_text(pinfo, link, !from_client, pinfo->destport));
}

}  // namespace godot::plugin
