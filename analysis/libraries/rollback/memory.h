// SPDX-License-Identifier: MIT
// What was learned of godot-rollback-netcode from a capture: the matches of each game, and which match each message
// belongs to. Filled on the first pass, in the order of the messages; only read afterwards.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "analysis/libraries/rollback/match.h"
#include "analysis/libraries/rollback/match_message.h"
#include "analysis/libraries/rollback/sessions.h"
#include "base/number_hash.h"

namespace godot::analysis {

class RollbackMemory {
 public:
  void start(std::uint64_t game) { sessions_.start(game); }

  /// Stores the message, which is new.
  void learn(const RollbackMessage& message);

  /// Stores a ping, or finds the ping of an answer, on the same link.
  void learn_ping(const RollbackMessage& message);

  /// Sets what the first pass has found for the message: match and peers. False: it was not learned.
  [[nodiscard]] bool recall(RollbackMessage& message) const;

  /// The match of a message that recall() has found.
  [[nodiscard]] const RollbackMatch& match(const RollbackMessage& message) const;

  /// Records that the library's node was named: calls need checking.
  bool has_calls = false;

 private:
  struct Place {
    std::uint32_t frame;
    std::uint32_t index;
    [[nodiscard]] bool operator==(const Place&) const noexcept = default;
  };
  struct PlaceHash {
    [[nodiscard]] std::size_t operator()(const Place& place) const noexcept {
      return hash_numbers(place.frame, place.index);
    }
  };
  /// Who a peer is may become clearer later in the capture: what it was when the message came counts.
  struct Record {
    std::uint64_t game;
    RollbackPeer source;
    RollbackPeer target;
    std::uint32_t match;
    facts::Time round_trip = -1;
    std::uint32_t other_frame = 0;
  };
  /// A ping that is not answered yet. A peer sends its pings to all others at one time.
  struct PingKey {
    RollbackPeer from;
    RollbackPeer to;
    std::uint32_t link;
    std::int64_t time;
    [[nodiscard]] bool operator==(const PingKey&) const noexcept = default;
  };
  struct PingHash {
    [[nodiscard]] std::size_t operator()(const PingKey& key) const noexcept {
      return hash_numbers(key.from, key.to, key.link, static_cast<std::uint64_t>(key.time));
    }
  };
  struct Ping {
    Place place;
    facts::Time time;
  };

  RollbackSessions sessions_;
  std::unordered_map<PingKey, Ping, PingHash> pings_;
  std::unordered_map<Place, Record, PlaceHash> records_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, RollbackMatch> matches_;  ///< by game and number
};

}  // namespace godot::analysis
