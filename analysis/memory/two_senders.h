// SPDX-License-Identifier: MIT
// Detects two peers that send the states of one synchronizer. Only its authority should, and receivers ignore the
// states of others. While an authority changes, two peers send for a short time, so it is reported only if both
// continue for a second without a pause of a quarter of a second; then for the first state of the one that began later.
//
// In: states of synchronizers with paths, on the link of their own sender, in capture order. Out: for the first state
// of a further sender, the other sender. Not known: which of the two is the authority; a synchronizer of a spawned node
// that one peer sends by its number and the other by its path. Cost: at most 4 senders for each synchronizer; an entry
// for each finding. (modules/multiplayer/scene_replication_interface.cpp, on_sync_receive: "Ignoring sync data from
// non-authority")
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/memory/senders.h"
#include "analysis/memory/views.h"

namespace godot::analysis {

class TwoSenders {
 public:
  struct Other {
    multiplayer::PeerId peer = 0;
    std::uint32_t frame = 0;  ///< its last state before
  };

  void state(const NodeKey& synchronizer, multiplayer::PeerId peer, const Views::Position& position);

  /// The other sender, at the first state of a further sender; otherwise null.
  [[nodiscard]] const Other* other(const Views::Position& position) const;

 private:
  static constexpr std::size_t most_senders = 4;
  static constexpr std::int64_t clear_time = 1'000'000'000;  ///< both must continue for so long
  static constexpr std::int64_t pause = 250'000'000;         ///< a sender that is silent for so long has stopped
  static constexpr std::uint32_t clear_after = 6;            ///< states of the one that began later

  struct Sender {
    multiplayer::PeerId peer = 0;
    Views::Position first = {};    ///< since it began, or began again
    std::int64_t last = 0;         ///< time of its last state
    std::uint32_t last_frame = 0;  ///< and its frame
    Other before = {};             ///< the sender active at its beginning
    std::uint32_t count = 0;       ///< states since then
    bool reported = false;
  };

  std::unordered_map<NodeKey, std::vector<Sender>, NodeHash> senders_;  ///< at most `most_senders` for each
  std::unordered_map<Views::Position, Other, Views::PositionHash, Views::SamePosition> found_;
};

}  // namespace godot::analysis
