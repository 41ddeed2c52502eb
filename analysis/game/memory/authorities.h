// SPDX-License-Identifier: MIT
// The authorities of nodes. The engine does not send them. But a synchronizer's states come from its authority only, so
// their sender is the authority of the synchronizer, and most often of its node.
//
// Not known: an authority that was set for the node without its synchronizer, or the other way round; one that changed
// while nothing was sent. So all peers that ever sent a node's states are stored: any other caller, except the server,
// is not its authority.
//
// Memory: an entry for each node whose states come, none for repetitions. Time: constant.
// (modules/multiplayer/scene_replication_interface.cpp, on_sync_receive: states of others are refused)
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

#include "analysis/game/memory/missing_receivers.h"
#include "analysis/game/memory/senders.h"
#include "analysis/game/memory/spawned_nodes.h"
#include "analysis/game/memory/two_senders.h"
#include "base/hash_table.h"

namespace godot::analysis {

class Authorities {
 public:
  Authorities(TextPool& texts, const Paths& paths, const SpawnedNodes& nodes) noexcept
      : texts_(texts), paths_(paths), nodes_(nodes) {}

  struct Entry {
    Senders senders;
    const SpawnedNode* spawned = nullptr;  ///< null: it was not spawned
    Speaker spawner = {};                  ///< speaker that numbers the spawned node and its spawner
  };
  using Entries = HashTable<NodeKey, Entry, NodeHash>;

  /// Stores the sender of a synchronizer's state: `id` is the number of its path, or its own. `last`: of its last
  /// state.
  void add_state(const Speaker& speaker, std::uint32_t id, bool by_path, std::uint32_t frame, Entries::Place& last);

  /// The same on the link of its own sender: whether other peers send it, too, and to whom.
  void add_own_state(const Speaker& speaker, std::uint32_t path, bool is_change, const TwoSenders::To& to,
                     const Views::Position& position);

  /// A remote set (Godot 3) on the link of its own sender. `path`: of the node, from the text pool.
  void add_own_set(const Speaker& speaker, const char* path, std::string_view property, const TwoSenders::To& to,
                   const Views::Position& position);

  /// The peers that have sent the states of the node with this path so far.
  [[nodiscard]] Senders senders(const Speaker& speaker, std::string_view path) const;

  /// True if the peer has sent states whose node is not known, as in a capture that begins late: of any node.
  [[nodiscard]] bool sends_of_unknown(const Speaker& speaker) const {
    return of_unknown_.contains(hash_numbers(game_of(speaker), speaker.peer));
  }

  TwoSenders two_senders;
  TwoSenders two_setters;  ///< the same of variables that are set remotely

 private:
  void add_unknown(const Speaker& speaker) { of_unknown_.insert(hash_numbers(game_of(speaker), speaker.peer)); }

  TextPool& texts_;
  const Paths& paths_;
  const SpawnedNodes& nodes_;
  Entries entries_;
  std::unordered_set<std::uint64_t, NumberHash> of_unknown_;  ///< peers that have sent states of unknown nodes
};

}  // namespace godot::analysis
