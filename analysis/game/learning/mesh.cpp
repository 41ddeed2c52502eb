// SPDX-License-Identifier: MIT
#include "analysis/game/learning/mesh.h"

namespace godot::analysis {

void Mesh::add(const Link& link, Peers& peers) {
  if (link.transport != Transport::enet || !link.has_handshake) return;
  const std::uint32_t id = link.connect_data;
  const auto [server, is_first] = by_server_.try_emplace(link.server_key, Known{&link, &peers});
  if (id <= static_cast<std::uint32_t>(multiplayer::server)) return peers.mesh_is(true);
  if (!is_first) {
    // The host serves several: one that was taken for a mesh's because of its small id is a server.
    const Known& first = server->second;
    const bool is_other = first.link->connect_id != link.connect_id;
    if (is_other && first.link->connect_data > 1 && first.peers->is_mesh()) first.peers->mesh_is(false);
    return;
  }
  const auto [known, is_new] = by_id_.try_emplace(id, Known{&link, &peers});
  const bool is_elsewhere = !is_new && known->second.link->connect_id != link.connect_id;
  if (is_elsewhere) known->second.peers->mesh_is(true);
  if (is_elsewhere || id < least_random) peers.mesh_is(true);
}

}  // namespace godot::analysis
