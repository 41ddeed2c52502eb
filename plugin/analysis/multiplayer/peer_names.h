// SPDX-License-Identifier: GPL-2.0-or-later
// How the peers of a game are called: as a call of the game says it, else by the node that they synchronize. Filled on
// the first pass, in the order of the frames; one entry for each new name. Nothing in here knows Wireshark.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "plugin/analysis/multiplayer/history.h"
#include "plugin/analysis/multiplayer/route.h"

namespace godot::plugin {

class PeerNames {
 public:
  /// The game says so, in this frame. A later name counts from its frame on.
  void tell(const Peers& among, PeerId peer, std::string_view name, std::uint32_t frame);

  /// Whether a call has named the peer.
  [[nodiscard]] bool is_told(const Peers& among, PeerId peer) const { return told_.contains(key(among, peer)); }

  /// The peer sends states of the synchronizer at `path`: it is the authority of it. The first one names the peer.
  void owns(const Peers& among, PeerId peer, std::string_view path);

  /// What the peer is called in a frame, or null. What a game tells later counts before, too: nothing else is known.
  [[nodiscard]] const char* find(const Peers& among, PeerId peer, std::uint32_t frame) const;

 private:
  struct Key {
    std::uint32_t scope;
    PeerId peer;
    bool is_session;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct Hash {
    [[nodiscard]] std::size_t operator()(const Key& key) const noexcept {
      return IdHash{}({key.scope, key.peer, 0, key.is_session});
    }
  };
  struct Told {
    std::uint32_t frame;
    std::string name;
  };
  [[nodiscard]] static Key key(const Peers& among, PeerId peer) noexcept;

  std::deque<Told> all_;
  std::unordered_map<Key, History<Told>, Hash> told_;
  std::unordered_map<Key, std::string, Hash> owners_;
};

/// The name that owning a synchronizer gives a peer: of the node above it, with its parent's name ("Players/Red").
/// Empty where that says no more than the peer's id.
[[nodiscard]] std::string_view owner_name(std::string_view synchronizer, PeerId peer);

}  // namespace godot::plugin
