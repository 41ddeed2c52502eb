// SPDX-License-Identifier: MIT
#include "analysis/game/learning/multiplayer_state.h"

namespace godot::analysis {

MultiplayerState::MultiplayerState() = default;
MultiplayerState::~MultiplayerState() = default;

Session& MultiplayerState::session(const Link& link) {
  const auto transport = static_cast<std::uint64_t>(link.transport);
  const auto number = static_cast<std::uint32_t>(sessions.size() + 1);
  return sessions.try_emplace(transport << 32 | link.server_key, Session{.number = number}).first->second;
}

MultiplayerLink& MultiplayerState::of(Link& link) {
  if (link.godot != nullptr) return *link.godot;
  const auto number = static_cast<std::uint32_t>(links.size() + 1);
  MultiplayerLink& mine = links.emplace_back();
  mine.link = &link;
  mine.peers = Peers(number);
  mine.peers.session_is(session(link).number);
  links_of_session[mine.peers.session()].push_back(&mine);
  mine.peers.reported.has_beginning = link.has_handshake;
  // A client of Godot's server sends its id when it connects. In a mesh there is no server, and no id is sent.
  const bool to_server = link.transport != Transport::enet || link.connect_data > multiplayer::server;
  if (link.has_handshake && to_server) {
    mine.peers.server_is(End::second);
    mine.peers.id_is(End::first, static_cast<PeerId>(link.connect_data));
  }
  if (link.has_peers) {
    mine.peers.id_is(End::first, link.first_peer);
    mine.peers.id_is(End::second, link.second_peer);
    if (link.second_peer == multiplayer::server) mine.peers.server_is(End::second);
    if (link.first_peer == multiplayer::everyone) mine.peers.everyone_is(End::first);
  }
  if (!link.has_peers) mesh.add(link, mine.peers);
  link.godot = &mine;
  return mine;
}

}  // namespace godot::analysis
