// SPDX-License-Identifier: MIT
// Which match a message of godot-rollback-netcode belongs to. Every match begins with tick 1 again, so ticks of two
// matches are never compared. The host calls _remote_start at each peer; a peer whose inputs begin again belongs to the
// match that was started last. In captures without that call, ticks that go far back begin a match.
//
// Filled on the first pass, in the order of the messages.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/libraries/rollback/match_message.h"
#include "base/number_hash.h"

namespace godot::analysis {

class RollbackSessions {
 public:
  /// _remote_start was sent in this game.
  void start(std::uint64_t game);

  /// The match of a message, from 1.
  [[nodiscard]] std::uint32_t match_of(const RollbackMessage& message);

  /// The match that a game is in.
  [[nodiscard]] std::uint32_t match_now(std::uint64_t game) const;

 private:
  /// Ticks that are sent again are at most this far behind the newest: the library stops when 20 are open.
  static constexpr std::uint32_t most_behind = 100;
  /// The first ticks of a match: 0 in a second match, else 1.
  static constexpr std::uint32_t first_ticks = 1;

  struct Game {
    std::uint32_t match = 1;
    bool played = false;  ///< messages of this match were sent
  };
  struct Key {
    std::uint64_t game;
    RollbackPeer source;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct Hash {
    [[nodiscard]] std::size_t operator()(const Key& key) const noexcept { return hash_numbers(key.game, key.source); }
  };
  struct Sender {
    std::uint32_t match = 0;   ///< 0: it has sent nothing
    std::uint32_t newest = 0;  ///< tick of its inputs
  };

  std::unordered_map<std::uint64_t, Game, NumberHash> games_;
  std::unordered_map<Key, Sender, Hash> senders_;
};

}  // namespace godot::analysis
