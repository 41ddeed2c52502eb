// SPDX-License-Identifier: MIT
// The clocks of synchronizers: a receiver drops a state that is older than the one it has.
//
// A time has 16 bits and counts the sender's rounds to one receiver. Of a synchronizer that sends nothing for 32770 to
// 65536 of them, in which it begins again at 0, the next times look old: the receiver drops all until they have come up
// to the one that it has.
//
// Sources: modules/multiplayer/multiplayer_synchronizer.cpp (update_inbound_sync_time) of Godot 4.0-4.6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/game/memory/part_key.h"
#include "analysis/game/memory/spawned_nodes.h"
#include "base/hash_table.h"

namespace godot::analysis {

/// The problem with the time of a synchronizer's state.
struct StaleSync {
  std::uint16_t time;
  std::uint16_t last;        ///< the time that the receiver had
  std::uint32_t last_frame;  ///< where it came from
  std::uint32_t run = 0;     ///< its StaleRun, counted from 1; 0: none
};

/// The states in a row that a receiver drops, because the synchronizer had sent nothing for so long.
struct StaleRun {
  std::uint32_t count = 0;        ///< states that are dropped
  std::uint32_t first = 0;        ///< the frame of the first one
  std::uint32_t rounds = 0;       ///< of the sender, since the state that the receiver has
  std::uint32_t rounds_left = 0;  ///< from the first one until the receiver takes a state again
  std::uint32_t taken_in = 0;     ///< the frame of the next state that it takes; 0: the capture has none
};

class SyncClocks {
 public:
  explicit SyncClocks(const SpawnedNodes& nodes) noexcept : nodes_(nodes) {}

  /// Records a message with states of this time to `target`, and whether the previous message had the same time: then
  /// not all states fitted into one. `size`: its bytes.
  void add_message(const Speaker& speaker, std::int32_t target, std::uint16_t time, const PartKey& message,
                   std::uint32_t size);
  /// The previous message, which could not hold all states of its time.
  struct Earlier {
    std::uint32_t frame = 0;  ///< its frame; 0: there is none
    std::uint32_t size = 0;   ///< bytes that the message had
  };
  [[nodiscard]] Earlier continues(std::uint32_t frame, std::uint32_t message) const {
    const Earlier* found = continues_.find({.frame = frame, .message = message, .part = 0});
    return found != nullptr ? *found : Earlier{};
  }

  struct Clock {
    std::uint16_t time = 0;
    std::uint32_t frame = 0;  ///< 0: no state has come
    std::uint32_t run = 0;    ///< of the states that came since, and were dropped
    std::int64_t round = 0;   ///< when this time was sent
  };
  struct ClockKey {
    IdKey id;
    std::int32_t target;
    [[nodiscard]] bool operator==(const ClockKey&) const noexcept = default;
  };
  struct ClockHash {
    std::size_t operator()(const ClockKey& key) const noexcept {
      return hash_numbers(key.id.scope, key.id.speaker, key.id.id, key.id.is_session, key.target);
    }
  };
  using Clocks = HashTable<ClockKey, Clock, ClockHash>;

  /// Records a state with this time that arrives at `target`; stores the part if the receiver drops it. `last`: of its
  /// synchronizer's last state.
  void add_state(const Speaker& speaker, std::int32_t target, std::uint32_t id, std::uint16_t time, const PartKey& part,
                 Clocks::Place& last);
  [[nodiscard]] const StaleSync* stale(const PartKey& part) const { return stale_.find(part); }
  /// The states to which a stale one belongs; null: its time is not old because there was none for long, or the capture
  /// does not show it.
  [[nodiscard]] const StaleRun* run(const StaleSync& stale) const {
    return stale.run != 0 ? &runs_[stale.run - 1] : nullptr;
  }

 private:
  [[nodiscard]] std::uint32_t run_from(const Clock& clock, std::uint16_t time, std::uint32_t frame);

  const SpawnedNodes& nodes_;
  Clocks clocks_;
  struct Sent {
    std::uint16_t time;
    Earlier message;
    std::int64_t round = 0;       ///< the time, where it begins again at 0 counted on
    std::uint32_t gap_until = 0;  ///< the last message before which the capture has none of many rounds; 0: none
  };
  Sent last_ = {};                                 ///< the message that is read
  HashTable<ClockKey, Sent, ClockHash> messages_;  ///< the last one with states
  HashTable<PartKey, StaleSync, PartHash> stale_;
  std::vector<StaleRun> runs_;
  HashTable<PartKey, Earlier, PartHash> continues_;
};

}  // namespace godot::analysis
