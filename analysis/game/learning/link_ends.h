// SPDX-License-Identifier: MIT
// What a transport asks the multiplayer about one of its links.
#pragma once

#include <cstdint>

#include "analysis/enet/problems/enet_problems.h"
#include "analysis/facts/facts.h"
#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/game/learning/peer_names.h"
#include "analysis/link/link.h"

namespace godot::analysis {

/// Names of peers in a frame; `keep` interns them for facts.
struct NamesInFrame {
  const PeerNames& all;
  PeerNames::Ask which = PeerNames::Ask::all;
  std::uint32_t frame = 0;
  const char* (*keep)(const char*) = nullptr;
};

/// The peers at the two ends, for facts of the transport's own commands. Before the first message, the client's id is
/// that of its request.
[[nodiscard]] facts::Route route_between_ends(const Link& link, bool from_client, const NamesInFrame& names);

/// The client requests the connection as Godot's do: other programs rarely send data in Connect.
[[nodiscard]] inline bool requests_as_godot(const Link& link) noexcept {
  return link.has_handshake && multiplayer::is_client_id(link.connect_data);
}

/// The link is one of a game, which has a number.
[[nodiscard]] inline bool is_of_game(const Link& link) noexcept {
  return link.godot != nullptr && link.godot->number >= 0;
}

/// One of a mesh: neither end is a server. Of a game alone: other programs' connections carry no ids.
[[nodiscard]] inline bool is_of_mesh(const Link& link) noexcept {
  return is_of_game(link) && link.godot->peers.is_mesh();
}

/// The client is being authenticated.
[[nodiscard]] inline bool is_authenticating(const Link& link) noexcept {
  return link.godot != nullptr && link.godot->peers.admission.is_open();
}

/// Learns that the link has ended in this frame: its client receives nothing from now on. A mesh has no client.
inline void has_ended(const Link& link, Memory& memory, std::uint32_t frame) {
  if (link.godot == nullptr || !link.godot->peers.server_known()) return;
  const Peers& peers = link.godot->peers;
  const PeerId client = peers.id(peers.is_client(End::first) ? End::first : End::second);
  if (client > multiplayer::server) memory.peers.closed(peers.session(), client, frame);
}

/// The link carries messages of Godot's multiplayer.
[[nodiscard]] inline bool is_recognised(const Link& link) noexcept {
  return link.godot != nullptr && link.godot->is_recognised();
}

/// The link carries Godot 4's messages, whose methods have channels.
[[nodiscard]] inline bool has_channels(const Link& link) noexcept {
  return is_recognised(link) && link.godot->recognition.format() == multiplayer::Format::scene;
}

/// The highest channel that a method of the projects is declared for, as ENet counts them.
[[nodiscard]] enet::ChannelUse highest_channel();

}  // namespace godot::analysis
