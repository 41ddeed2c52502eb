// SPDX-License-Identifier: GPL-2.0-or-later
// Do all players get the same values? The engine reads a synchronizer's properties anew for each peer that it sends a
// state to, one after the other in one frame of the game. A getter that returns another value each time makes them
// differ.
//
// In: full states that their sender hands over itself, each with its synchronizer, receiver, clock, time and a digest
// of its values, in the order of the capture. Out: for the state at which it became clear, who got others.
//
// Which two states are of one moment the wire does not say: clocks count for each peer. So it is clear only where no
// choice makes the two agree: in many rounds, one after the other, both got a state, their clocks kept their distance
// (so none of them is missing), and no value that one got has reached the other in all that time, earlier or later. A
// capture far from the sender that has one player's states a second later than the other's is the limit. What it cannot
// know: which values are right. Cost: at most 16 receivers for each synchronizer, looked through at each state; for two
// that are in doubt 4 KiB, compared with each new state; an entry for each finding.
// (modules/multiplayer/scene_replication_interface.cpp, _send_sync, on_network_process)
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "plugin/analysis/hash_table.h"
#include "plugin/analysis/multiplayer/views.h"

namespace godot::analysis {

class Agreement {
 public:
  struct State {
    multiplayer::PeerId receiver = 0;
    std::uint16_t clock = 0;
    std::uint64_t digest = 0;
    Views::Moment moment = {};
  };
  /// The state of the same moment that another one got.
  struct Other {
    multiplayer::PeerId receiver = 0;
    std::uint32_t frame = 0;
  };

  void state(const IdKey& synchronizer, const State& state);

  /// The receiver of other values, if that became clear at this state; else null.
  [[nodiscard]] const Other* other(const Views::Moment& moment) const;

 private:
  static constexpr std::size_t most_receivers = 16;
  /// Within so many nanoseconds a game's frame sends its states.
  static constexpr std::int64_t one_moment = 5'000'000;
  /// So often two clocks have to keep their distance, one time after the other; and then, for so many rounds and so
  /// long, values to have nothing in common.
  static constexpr std::uint8_t steady_after = 3;
  static constexpr std::uint32_t clear_after = 16;
  static constexpr std::int64_t clear_time = 1'000'000'000;
  static constexpr std::size_t most_rounds = clear_time / one_moment + clear_after;

  /// Rounds in a row in which two have nothing in common.
  struct Doubt {
    std::array<std::uint64_t, most_rounds> own;
    std::array<std::uint64_t, most_rounds> others;
    std::int64_t since = 0;
    std::uint32_t round = 0;  ///< the last one
    std::uint32_t rounds = 0;
  };

  struct Entry {
    multiplayer::PeerId receiver = 0;
    std::uint32_t round = 0;          ///< the last one that it got a state in
    multiplayer::PeerId follows = 0;  ///< receiver of the state right before
    std::uint16_t distance = 0;       ///< of the two clocks
    std::uint8_t steady = 0;
    bool told = false;
    std::unique_ptr<Doubt> doubt;  ///< null: they agree, or it is not known
  };
  struct Series {
    State last;
    std::uint32_t round = 0;     ///< states of one moment, as far as pauses show
    bool clear = false;          ///< the round began after a pause
    std::vector<Entry> entries;  ///< at most `most_receivers`
  };

  static Entry* entry_of(Series& series, multiplayer::PeerId receiver);
  static bool is_clear(Entry& entry, std::uint32_t round, const State& own, const State& other);

  HashTable<IdKey, Series, IdHash> series_;
  std::unordered_map<Views::Moment, Other, Views::MomentHash, Views::SameMoment> found_;
};

}  // namespace godot::analysis
