// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/peer_texts.h"

#include <string_view>

#include "codec/core/utf8.h"

namespace godot::analysis::annotation {

const char* PeerTexts::peer(const Peers& among, PeerId peer) const {
  const char* name = peer != 0 ? names_.find(among, peer, frame_, which_) : nullptr;
  return name != nullptr ? host_.shown(name) : unnamed(peer);
}

const char* PeerTexts::unnamed(PeerId peer) const {
  if (peer == 0) return "";
  return peer == multiplayer::server ? "server" : host_.arena.text("%d", peer);
}

const char* PeerTexts::introduced(const Peers& among, PeerId id) const {
  const char* name = id != 0 ? names_.find(among, id, frame_, which_) : nullptr;
  const char* text = name == nullptr ? unnamed(id) : is_printable_ascii(name) ? name : host_.shown(name);
  const bool is_new = id > multiplayer::server && which_ == PeerNames::Ask::all && names_.appeared_in(id) == frame_ &&
                      names_.find(among, id, frame_, PeerNames::Ask::given_only) == nullptr;
  return is_new ? host_.arena.text("%s (%d)", text, id) : text;
}

const char* PeerTexts::target(const Peers& among, PeerId target) const {
  if (target > 0) return peer(among, target);
  if (target == 0) return "all";
  // The negation of INT32_MIN would overflow.
  if (target == INT32_MIN) return host_.arena.text("all but %u", 0U - static_cast<unsigned>(target));
  return host_.arena.joined({"all but ", peer(among, -target)});
}

const char* PeerTexts::sender(const Message& message, const Route& route, std::uint32_t port) const {
  if (route.source_id != 0) return peer(message.link->godot->peers, route.source_id);
  return end(*message.link, message.from_client, port);
}

const char* PeerTexts::receiver(const Message& message, const Route& route, std::uint32_t port) const {
  if (!route.target_known) return end(*message.link, !message.from_client, port);
  const Peers& among = message.link->godot->peers;
  const char* to = target(among, route.target_id);
  // A broadcast is sent to each peer: its packets differ only in the one that gets them.
  const PeerId receiver = among.id(message.from_client ? End::second : End::first);
  const bool is_copy = route.target_id <= 0 && receiver > multiplayer::server;
  return is_copy ? host_.arena.joined({to, " (", peer(among, receiver), ")"}) : to;
}

/// In a mesh, an end whose id is not known has a port of its own.
const char* PeerTexts::end(const Link& link, bool is_client, std::uint32_t port) const {
  if (link.godot == nullptr || link.godot->number < 0) return link.role(is_client);
  const Peers& peers = link.godot->peers;
  const End end = is_client ? End::first : End::second;
  if (peers.id(end) != 0) return peer(peers, peers.id(end));
  if (peers.is_mesh()) return host_.arena.text("port %u", port);
  if (!peers.server_known()) return link.role(is_client);
  return peers.is_server(end) ? "server" : "client";
}

const char* PeerTexts::way(const Peers& among, const Route& route) const {
  if (!route.target_known) return "";
  const char* to = route.target_id > 0 ? introduced(among, route.target_id) : target(among, route.target_id);
  // Where the server forwards another peer's message, the packet's addresses do not identify the sender.
  const bool is_forwarded = route.relayed && route.source.is_behind_server() && route.source_id != 0;
  return is_forwarded ? host_.arena.joined({introduced(among, route.source_id), " \u2192 ", to})
                      : host_.arena.joined({"\u2192 ", to});
}

const char* PeerTexts::change(const char* what, const Peers& among, PeerId peer) const {
  constexpr std::string_view word = "peer ";
  std::string_view name = peer != 0 ? introduced(among, peer) : "0";
  if (name.starts_with(word)) name.remove_prefix(word.size());
  return host_.arena.joined({what, " peer ", name});
}

}  // namespace godot::analysis::annotation
