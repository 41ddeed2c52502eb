// SPDX-License-Identifier: GPL-2.0-or-later
// The authority of a node. The engine does not send it. But a synchronizer's states come from its authority only, so
// their sender is the authority of the synchronizer, and most often of its node.
//
// Not known: an authority that was set for the node without its synchronizer, or the other way round; one that changed
// while nothing was sent. So all peers that ever sent a node's states are stored: any other caller, except the server,
// is not its authority.
//
// Memory: an entry for each node whose states come, none for repetitions. Time: constant.
// (modules/multiplayer/scene_replication_interface.cpp, on_sync_receive: states of others are refused)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "codec/multiplayer/protocol.h"
#include "plugin/analysis/hash_table.h"
#include "plugin/analysis/multiplayer/speaker.h"
#include "plugin/analysis/number_hash.h"

namespace godot::analysis {

struct SpawnedNode;

/// A node of a game: by the number of its path in the text pool or, for a spawned node, of its name.
struct NodeKey {
  std::uint64_t game = 0;
  std::uint32_t text = 0;
  bool spawned = false;

  [[nodiscard]] bool operator==(const NodeKey&) const noexcept = default;
};

/// The peers that have sent a node's states.
class Senders {
 public:
  void add(multiplayer::PeerId peer, std::uint32_t frame) noexcept {
    if (peer == last_) return;
    last_ = peer;
    since_ = frame;
    if (has(peer)) return;
    if (count_ < peers_.size()) peers_[count_] = peer;
    ++count_;
  }

  [[nodiscard]] bool known() const noexcept { return count_ != 0 && count_ <= peers_.size(); }
  [[nodiscard]] bool has(multiplayer::PeerId peer) const noexcept {
    return std::find(peers_.begin(), peers_.end(), peer) != peers_.end();
  }
  /// The last one, and the frame of its first state.
  [[nodiscard]] multiplayer::PeerId last() const noexcept { return last_; }
  [[nodiscard]] std::uint32_t since() const noexcept { return since_; }

 private:
  std::array<multiplayer::PeerId, 4> peers_ = {};  ///< if there are more, they are no evidence of the authority
  std::uint32_t count_ = 0;
  multiplayer::PeerId last_ = 0;
  std::uint32_t since_ = 0;
};

class Authority {
 public:
  /// `spawned`: the node, if it was spawned, by `spawner`.
  void state_from(const NodeKey& node, multiplayer::PeerId peer, std::uint32_t frame,
                  const SpawnedNode* spawned = nullptr, const Speaker* spawner = nullptr) {
    Entry& entry = entries_[node];
    entry.senders.add(peer, frame);
    entry.spawned = spawned;
    if (spawner != nullptr) entry.spawner = *spawner;
  }

  struct Entry {
    Senders senders;
    const SpawnedNode* spawned = nullptr;
    Speaker spawner = {};  ///< speaker that numbers the node and its spawner
  };
  [[nodiscard]] const Entry* of(const NodeKey& node) const { return entries_.find(node); }

 private:
  struct Hash {
    std::size_t operator()(const NodeKey& key) const noexcept { return hash_numbers(key.game, key.text, key.spawned); }
  };

  HashTable<NodeKey, Entry, Hash> entries_;
};

}  // namespace godot::analysis
