// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/state.h"

#include "plugin/core/bridge.h"

namespace godot::plugin {
namespace {

State* current = nullptr;

extern "C" {

void end_state() {
  delete current;
  current = nullptr;
}

void begin_state() {
  end_state();
  current = new State;
}

}  // extern "C"
}  // namespace

State& state() { return *current; }

Session& State::session(const Link& link) {
  const auto transport = static_cast<std::uint64_t>(link.transport);
  const auto number = static_cast<std::uint32_t>(sessions.size() + 1);
  return sessions.try_emplace(transport << 32 | link.server_key, Session{.number = number}).first->second;
}

MultiplayerLink& of_link(Link& link) {
  if (link.godot != nullptr) return *link.godot;
  const auto number = static_cast<std::uint32_t>(current->links.size() + 1);
  MultiplayerLink& mine = current->links.emplace_back();
  mine.peers = Peers(number);
  mine.peers.session_is(current->session(link).number);
  // Who asks a server of Godot's for a connection says its id. In a mesh there is no server, and nobody says any.
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
  link.godot = &mine;
  return mine;
}

void register_state() {
  register_init_routine(begin_state);
  register_cleanup_routine(end_state);
}

}  // namespace godot::plugin
