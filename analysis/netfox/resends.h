// SPDX-License-Identifier: MIT
// States of ticks that netfox has sent to the same peer before: after a rollback it sends the ticks since then again.
// Filled on the first pass, in the order of the messages; read on every pass.
//
// Values that are sent again are compared with the last ones of the same tick that had the same form: differences say
// nothing about a full state.
//
// Memory: 24 bytes for each of the last 1024 ticks of a node and receiver, and an entry for each state that is sent
// again. Cost: logarithmic in these ticks; a tick that arrives out of order moves those after it.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "analysis/base/number_hash.h"
#include "analysis/link/speaker.h"
#include "analysis/netfox/layouts.h"

namespace godot::analysis {

/// The values of a node for a tick, as sent.
struct NetfoxSentState {
  Speaker source;
  Speaker target;
  NetfoxList list = NetfoxList::state;
  std::uint64_t node = 0;  ///< equal for the same node
  std::uint32_t tick = 0;
  bool diff = false;
  std::uint64_t digest = 0;  ///< of the values' bytes
};

/// Where a node's values are: which message of the frame, and where in it.
struct NetfoxPlace {
  std::uint32_t frame = 0;
  std::uint32_t message = 0;
  std::uint32_t begin = 0;

  [[nodiscard]] bool operator==(const NetfoxPlace&) const noexcept = default;
};

struct NetfoxPlaceHash {
  [[nodiscard]] std::size_t operator()(const NetfoxPlace& place) const noexcept {
    return hash_numbers(place.frame, place.message, place.begin);
  }
};

/// What is known of a state that was sent before.
struct NetfoxAgain {
  std::uint32_t first_frame = 0;
  bool comparable = false;  ///< the same form was sent before
  bool corrected = false;   ///< ... with other values
};

class NetfoxResends {
 public:
  void sent(const NetfoxSentState& state, const NetfoxPlace& place);

  /// Null: the state at this place is the first one of its tick.
  [[nodiscard]] const NetfoxAgain* find(const NetfoxPlace& place) const;

 private:
  /// A tick this far behind the newest belongs to a restarted game: netfox keeps 64 by default.
  static constexpr std::uint32_t most_ticks = 1024;

  struct Key {
    std::uint32_t link;
    std::int32_t source;
    std::int32_t target;
    NetfoxList list;
    std::uint64_t node;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct KeyHash {
    [[nodiscard]] std::size_t operator()(const Key& key) const noexcept {
      return hash_numbers(key.link, key.source, key.target, static_cast<std::uint32_t>(key.list), key.node);
    }
  };
  struct Tick {
    std::uint32_t tick;
    std::uint32_t first_frame;
    std::uint64_t full = 0;  ///< digest of the last full state; 0: none
    std::uint64_t diff = 0;  ///< the same of differences
  };

  std::unordered_map<Key, std::deque<Tick>, KeyHash> ticks_;  ///< ascending
  std::unordered_map<NetfoxPlace, NetfoxAgain, NetfoxPlaceHash> again_;
};

}  // namespace godot::analysis
