// SPDX-License-Identifier: GPL-2.0-or-later
// Whose is a node? The engine does not send that. But a synchronizer's states come from its authority alone, so who
// sends them tells whose the synchronizer is, and most often its node.
//
// What this cannot know: an authority that was given to the node without its synchronizer, or the other way round; one
// that changed hands while nothing was sent. So a node is said to be somebody's only where all its states came from
// one peer, and callers are judged by more than that (Rules).
//
// Memory: an entry for each node whose states come, none for repetitions. Time: constant.
// (modules/multiplayer/scene_replication_interface.cpp, on_sync_receive: states of others are refused)
#pragma once

#include <cstdint>
#include <unordered_map>

#include "codec/multiplayer/protocol.h"

namespace godot::plugin {

/// A node of a game: by its path's number among the texts, or, for one that was spawned, by its name's.
struct NodeKey {
  std::uint64_t game = 0;
  std::uint32_t text = 0;
  bool spawned = false;

  [[nodiscard]] bool operator==(const NodeKey&) const noexcept = default;
};

/// Who sends a node's states.
struct Owner {
  multiplayer::PeerId peer = 0;  ///< 0: nobody has sent any, or several have
  std::uint32_t frame = 0;       ///< of the first state
};

class Authority {
 public:
  void state_from(const NodeKey& node, multiplayer::PeerId peer, std::uint32_t frame) {
    const auto [place, is_new] = owners_.try_emplace(node, Owner{peer, frame});
    if (!is_new && place->second.peer != peer) place->second.peer = 0;
  }

  [[nodiscard]] Owner of(const NodeKey& node) const {
    const auto found = owners_.find(node);
    return found != owners_.end() ? found->second : Owner{};
  }

 private:
  struct Hash {
    std::size_t operator()(const NodeKey& key) const noexcept {
      constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
      return static_cast<std::size_t>((key.game ^ std::uint64_t{key.text} << 20 ^ std::uint64_t{key.spawned} << 63) *
                                      odd);
    }
  };

  std::unordered_map<NodeKey, Owner, Hash> owners_;
};

}  // namespace godot::plugin
