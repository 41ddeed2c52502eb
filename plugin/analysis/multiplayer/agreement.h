// SPDX-License-Identifier: GPL-2.0-or-later
// Do all players get the same values? The engine reads a synchronizer's properties anew for each peer that it sends a
// state to, one after the other in one frame of the game. A getter that says something else each time makes them
// differ.
//
// In: full states that their sender hands over itself, each with its synchronizer, receiver, clock, time and a digest
// of its values, in the order of the capture. Out: for the state at which it became clear, who got others. Two states
// are of one moment if they follow each other at once, after a pause, and their clocks, which count for each peer, keep
// their distance. What follows without a pause may be of the next moment, and is not judged.
// What it cannot know: which values are right. Cost: at most 16 receivers for each synchronizer, looked through at each
// state; an entry for each finding.
// (modules/multiplayer/scene_replication_interface.cpp, _send_sync, on_network_process)
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "plugin/analysis/multiplayer/views.h"

namespace godot::plugin {

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

  /// Who got other values, where that became clear at this state; null: it did not.
  [[nodiscard]] const Other* other(const Views::Moment& moment) const;

 private:
  static constexpr std::size_t most_receivers = 16;
  /// Within so many nanoseconds a game's frame sends its states.
  static constexpr std::int64_t one_moment = 5'000'000;
  /// So often two clocks have to keep their distance, and then values to differ, one time after the other.
  static constexpr std::uint8_t steady_after = 3;
  static constexpr std::uint8_t clear_after = 3;

  struct Entry {
    multiplayer::PeerId receiver = 0;
    std::uint64_t digest = 0;         ///< of its last state
    std::uint32_t round = 0;          ///< the last one that it got a state in
    multiplayer::PeerId follows = 0;  ///< whose state came right before
    std::uint16_t distance = 0;       ///< of the two clocks
    std::uint8_t steady = 0;
    std::uint8_t differing = 0;
    bool told = false;
  };
  struct Series {
    State last;
    std::uint32_t round = 0;  ///< states of one moment, as far as pauses tell
    bool clear = false;       ///< the round began after a pause
    std::array<Entry, most_receivers> entries;
    std::uint8_t count = 0;
  };

  static Entry* entry_of(Series& series, multiplayer::PeerId receiver);

  std::unordered_map<IdKey, Series, IdHash> series_;
  std::unordered_map<Views::Moment, Other, Views::PlaceHash, Views::SamePlace> found_;
};

}  // namespace godot::plugin
