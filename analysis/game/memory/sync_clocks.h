// SPDX-License-Identifier: MIT
// The clocks of synchronizers: a receiver drops a state that is older than the one it has.
//
// Sources: modules/multiplayer/multiplayer_synchronizer.cpp (update_inbound_sync_time) of Godot 4.0-4.6.
#pragma once

#include <cstddef>
#include <cstdint>

#include "analysis/game/memory/part_key.h"
#include "analysis/game/memory/spawned_nodes.h"
#include "base/hash_table.h"

namespace godot::analysis {

/// The problem with the time of a synchronizer's state.
struct StaleSync {
  std::uint16_t time;
  std::uint16_t last;        ///< the time that the receiver had
  std::uint32_t last_frame;  ///< where it came from
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

 private:
  const SpawnedNodes& nodes_;
  Clocks clocks_;
  struct Sent {
    std::uint16_t time;
    Earlier message;
  };
  HashTable<ClockKey, Sent, ClockHash> messages_;  ///< the last one with states
  HashTable<PartKey, StaleSync, PartHash> stale_;
  HashTable<PartKey, Earlier, PartHash> continues_;
};

}  // namespace godot::analysis
