// SPDX-License-Identifier: MIT
// The peers that have sent a node's states, and the key of a node.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/number_hash.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

/// A node of a game: by the number of its path in the text pool or, for a spawned node, of its name.
struct NodeKey {
  std::uint64_t game = 0;
  std::uint32_t text = 0;
  bool spawned = false;

  [[nodiscard]] bool operator==(const NodeKey&) const noexcept = default;
};
struct NodeHash {
  std::size_t operator()(const NodeKey& key) const noexcept { return hash_numbers(key.game, key.text, key.spawned); }
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
  [[nodiscard]] bool several() const noexcept { return count_ > 1; }
  /// The last one, and the frame of its first state.
  [[nodiscard]] multiplayer::PeerId last() const noexcept { return last_; }
  [[nodiscard]] std::uint32_t since() const noexcept { return since_; }

 private:
  std::array<multiplayer::PeerId, 4> peers_ = {};  ///< if there are more, they are no evidence of the authority
  std::uint32_t count_ = 0;
  multiplayer::PeerId last_ = 0;
  std::uint32_t since_ = 0;
};

}  // namespace godot::analysis
