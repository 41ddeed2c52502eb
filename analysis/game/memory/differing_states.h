// SPDX-License-Identifier: MIT
// Detects different values for different players. The engine reads a synchronizer's properties once for each peer to
// which it sends a state, one after another in one frame of the game. A getter that returns another value each time
// makes the values differ.
//
// In: full states on the link of their own sender, each with its synchronizer, receiver, clock, time and a digest of
// its values, in capture order. Out: for the state at which it is certain, the receiver of other values.
//
// The wire does not show which two states belong to one tick, because each peer has its own clock. So a difference is
// certain only if no assignment makes the two agree: in many consecutive rounds both got a state, the distance of their
// clocks was constant (so none is missing), and no value of one reached the other in that time, earlier or later. This
// fails in a capture far from the sender that has one player's states a second later than the other's. Not known: which
// values are right. Cost: at most 16 receivers for each synchronizer, searched at each state; for two that may differ 4
// KiB, compared with each new state; an entry for each finding.
// (modules/multiplayer/scene_replication_interface.cpp, _send_sync, on_network_process)
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/game/memory/missing_receivers.h"
#include "base/hash_table.h"
#include "base/time.h"

namespace godot::analysis {

class Agreement {
 public:
  struct State {
    multiplayer::PeerId receiver = 0;
    std::uint16_t clock = 0;
    std::uint64_t digest = 0;
    Views::Position position = {};
  };
  /// The other receiver's state of the same tick.
  struct Other {
    multiplayer::PeerId receiver = 0;
    std::uint32_t frame = 0;
  };

  /// The receivers of one synchronizer's states.
  class Series;

  void state(Series& series, const State& state);

  /// The receiver of other values, if that is certain at this state; otherwise null.
  [[nodiscard]] const Other* other(const Views::Position& position) const { return found_.find(position.key()); }
  /// Nothing of that was found: it is asked for each state.
  [[nodiscard]] bool empty() const noexcept { return found_.empty(); }

 private:
  static constexpr std::size_t most_receivers = 16;
  /// A frame of the game sends its states within this many nanoseconds.
  static constexpr std::int64_t one_tick = 5 * millisecond;
  /// The minimum number of rounds in a row with an equal distance of both clocks; then the minimum number and duration
  /// of rounds without a common value.
  static constexpr std::uint8_t steady_after = 3;
  static constexpr std::uint32_t clear_after = 16;
  static constexpr std::int64_t clear_time = second;
  static constexpr std::size_t most_rounds = clear_time / one_tick + clear_after;

  /// Consecutive rounds in which two receivers have no value in common.
  struct Doubt {
    std::array<std::uint64_t, most_rounds> own;
    std::array<std::uint64_t, most_rounds> others;
    std::int64_t since = 0;
    std::uint32_t round = 0;  ///< the number of its last round
    std::uint32_t rounds = 0;
  };

  struct Entry {
    multiplayer::PeerId receiver = 0;
    std::uint32_t round = 0;          ///< the last round in which it got a state
    multiplayer::PeerId follows = 0;  ///< receiver of the state just before
    std::uint16_t distance = 0;       ///< of the two clocks
    std::uint8_t steady = 0;
    bool reported = false;
    std::unique_ptr<Doubt> doubt;  ///< null: they agree, or it is unknown
  };
  static Entry* entry_of(Series& series, multiplayer::PeerId receiver);
  static bool is_clear(Entry& entry, std::uint32_t round, const State& own, const State& other);

  HashTable<PartKey, Other, PartHash> found_;
};

class Agreement::Series {
  friend class Agreement;
  State last_;
  std::uint32_t round_ = 0;     ///< states of one tick, separated by pauses
  bool clear_ = false;          ///< the round began after a pause
  std::vector<Entry> entries_;  ///< one for each receiver, at most `most_receivers`
};

/// A synchronizer of a session: its id is equal for all receivers of its sender.
struct Synchronizer {
  Views::Series views;
  Agreement::Series agreement;
};
using Synchronizers = HashTable<IdKey, Synchronizer, IdHash>;

}  // namespace godot::analysis
