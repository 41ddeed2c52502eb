// SPDX-License-Identifier: MIT
// States of ticks that netfox has sent to the same peer before: after a rollback it sends the ticks since then again.
// Filled on the first pass, in the order of the messages; read on every pass.
//
// Whether the values differ from the last ones that were sent for the tick:
//
// - of two full states, by their bytes;
// - of two differences of netfox before 1.40, by their bytes, if both change the state of one tick;
// - differences of 1.48.1 and later change what the receiver was sent last for the tick: any property in them differs,
//   and none means the same values;
// - those of 1.40 to 1.48.0 change the sender's present state of the tick before. The bytes do not say which they are,
//   unless a tick is sent again with the same properties and values. Then only those are compared that have the same
//   properties.
//
// Source: addons/netfox/servers/network-synchronization-server.gd of 1.40.0, 1.44.0, 1.48.1 and 1.48.4.
//
// Memory: 32 bytes for each of the last 1024 ticks of a node and receiver, and an entry for each state that is sent
// again. Cost: logarithmic in these ticks; a tick that arrives out of order moves those after it.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "analysis/libraries/netfox/layouts.h"
#include "analysis/link/speaker.h"
#include "base/number_hash.h"

namespace godot::analysis {

/// What a node's values stand for.
enum class NetfoxForm : std::uint8_t {
  full,     ///< all properties of the node
  changes,  ///< of the state of `reference`
  news,     ///< of what the receiver was sent for this tick; before 1.48.1 of the tick before
  other,    ///< of the sender's last state, whatever its tick
};

/// The values of a node for a tick, as sent.
struct NetfoxSentState {
  Speaker source;
  Speaker target;
  NetfoxList list = NetfoxList::state;
  std::uint64_t node = 0;  ///< equal for the same node
  std::uint32_t tick = 0;
  NetfoxForm form = NetfoxForm::full;
  std::uint32_t reference = 0;  ///< of changes: the tick; of news: equal for the same properties
  bool is_empty = false;        ///< no property is in it
  std::uint64_t digest = 0;     ///< of the values' bytes
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
  bool comparable = false;  ///< it is known whether the values are those that were sent last for its tick
  bool corrected = false;   ///< ... and they are others than before
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
    // What was sent last, without news that had none.
    std::uint64_t digest = 0;
    std::uint32_t reference = 0;
    NetfoxForm form = NetfoxForm::other;
  };
  struct Again {
    NetfoxAgain found;
    NetfoxAgain before_1_48_1;  ///< the same, if news are those of the tick before
  };

  std::unordered_map<Key, std::deque<Tick>, KeyHash> ticks_;  ///< the ticks of each node, ascending
  std::unordered_map<NetfoxPlace, Again, NetfoxPlaceHash> again_;
  bool is_before_1_48_1_ = false;  ///< proven by any state of the capture
};

}  // namespace godot::analysis
