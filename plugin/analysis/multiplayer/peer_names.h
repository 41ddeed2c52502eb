// SPDX-License-Identifier: GPL-2.0-or-later
// How the peers of a game are called: as a call of the game says it, else by the node that they alone synchronize. No
// two peers have one name: a name that a game tells of two has the peer's id behind it, and a node that had states from
// more than one peer names nobody, for it changes its owner, or one of them should not send them. Filled on the first
// pass, in the order of the frames; one entry for each new name. Nothing in here knows Wireshark.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "plugin/analysis/multiplayer/history.h"
#include "plugin/analysis/multiplayer/route.h"

namespace godot::plugin {

class PeerNames {
 public:
  /// The game says so, in this frame. A later name counts from its frame on.
  void tell(const Peers& among, PeerId peer, std::string_view name, std::uint32_t frame);

  /// Whether a call has named the peer.
  [[nodiscard]] bool is_told(const Peers& among, PeerId peer) const { return told_.contains(key(among, peer)); }

  /// The peer sends states of the synchronizer at `path`: it is the authority of it, if it alone does. The first one
  /// that no other peer sends names the peer. The server is told of, too, and has no name by this.
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
    std::string with_id;  ///< where another peer has this name, too
  };
  struct Use {
    PeerId peer = 0;
    bool shared = false;  ///< other peers, too
  };
  struct Text {
    Key scope;  ///< without a peer
    std::string text;
    [[nodiscard]] bool operator==(const Text&) const noexcept = default;
  };
  struct TextHasher {
    [[nodiscard]] std::size_t operator()(const Text& text) const noexcept {
      return hash_numbers(Hash{}(text.scope), std::hash<std::string_view>{}(text.text));
    }
  };
  using Uses = std::unordered_map<Text, Use, TextHasher>;
  static constexpr std::size_t most_owned = 8;  ///< nodes of a peer that may name it

  [[nodiscard]] static Key key(const Peers& among, PeerId peer) noexcept;
  static bool use(Uses& uses, const Peers& among, std::string_view text, PeerId peer);
  [[nodiscard]] static bool is_shared(const Uses& uses, const Peers& among, std::string_view text);

  std::deque<Told> all_;
  std::unordered_map<Key, History<Told>, Hash> told_;
  std::unordered_map<Key, std::vector<std::string>, Hash> owned_;
  Uses names_;   ///< that games have told
  Uses owners_;  ///< nodes, by the last two names of their paths
};

/// The name that owning a synchronizer gives a peer: of the node above it, with its parent's name ("Players/Red").
/// Empty where that says no more than the peer's id.
[[nodiscard]] std::string_view owner_name(std::string_view synchronizer, PeerId peer);

}  // namespace godot::plugin
