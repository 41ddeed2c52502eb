// SPDX-License-Identifier: MIT
// Which links are those of a mesh (ENetMultiplayerPeer::create_mesh(), add_mesh_peer()): in it no peer is the server,
// and each pair has an ENet connection of its own. Its messages are those of any game: only the handshakes tell.
//
// create_client() sends an id of the client, 2 or more, at random from 31 bits, and the server ignores smaller ones. So
// messages on a connection that was requested with 0 or 1 prove a mesh, and so does one id at two servers. A small id
// was chosen by a script: a mesh's, unless another client uses the same server.
//
// In: the links, as each has its first message. Cost: an entry for each link.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/game/routes/route.h"
#include "analysis/link/link.h"
#include "base/number_hash.h"

namespace godot::analysis {

class Mesh {
 public:
  /// A link with its handshake, and its peers, which stay where they are. May change those of an earlier link, too.
  void add(const Link& link, Peers& peers);

 private:
  static constexpr std::uint32_t least_random = 1000;  ///< a random id below it is one in two million

  struct Known {
    const Link* link = nullptr;
    Peers* peers = nullptr;
  };

  std::unordered_map<std::uint32_t, Known, NumberHash> by_id_;      ///< the first link with this id
  std::unordered_map<std::uint32_t, Known, NumberHash> by_server_;  ///< the first link to this server
};

}  // namespace godot::analysis
