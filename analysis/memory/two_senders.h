// SPDX-License-Identifier: MIT
// Detects two peers that send the states of one synchronizer, or its changes. Only its authority should, and receivers
// ignore those of others. While an authority changes, two peers send for a short time, so it is reported only if both
// continue for a second without a pause; then for the first state of the one that began later. A pause is a quarter of
// a second. States that are always sent, but less often, come at regular intervals: for these it is two and a half
// intervals. Changes have none: a game that gives the node away with each of its turns sends them alternately, too.
//
// In: states and changes of synchronizers with paths, on the link of their own sender, in capture order. Out: for the
// first state of a further sender, the other sender. Not known: which of the two is the authority; a synchronizer of a
// spawned node that one peer sends by its number and the other by its path; changes that are rarer than four in a
// second. Cost: at most 4 senders for each synchronizer; an entry for each finding.
// (modules/multiplayer/scene_replication_interface.cpp, on_sync_receive: "Ignoring sync data from non-authority")
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/base/hash_table.h"
#include "analysis/base/time.h"
#include "analysis/memory/senders.h"
#include "analysis/memory/views.h"

namespace godot::analysis {

class TwoSenders {
 public:
  struct Other {
    multiplayer::PeerId peer = 0;
    std::uint32_t frame = 0;  ///< its last state before
  };

  /// `is_change`: of properties that are sent when they change.
  void state(const NodeKey& synchronizer, bool is_change, multiplayer::PeerId peer, const Views::Position& position);

  /// The other sender, at the first state of a further sender; otherwise null.
  [[nodiscard]] const Other* other(const Views::Position& position) const { return found_.find(position.key()); }

 private:
  static constexpr std::size_t most_senders = 4;
  static constexpr std::int64_t clear_time = second;         ///< both must continue for so long
  static constexpr std::int64_t pause = second / 4;          ///< a sender that is silent for so long has stopped
  static constexpr std::int64_t longest_pause = 5 * second;  ///< ... however rarely it sends
  static constexpr std::uint32_t clear_interval = 2;         ///< Sender::regular
  static constexpr std::uint32_t clear_after = 6;            ///< states of the one that began later
  static constexpr std::uint32_t clear_beside = 3;           ///< states of the other one since then

  struct Sender {
    multiplayer::PeerId peer = 0;
    Views::Position first = {};    ///< since it began, or began again
    std::int64_t last = 0;         ///< time of its last state
    std::uint32_t last_frame = 0;  ///< and its frame
    Other before = {};             ///< the sender active at its beginning
    std::int64_t interval = 0;     ///< between its last two states; 0: it has sent one
    std::uint32_t regular = 0;     ///< how often in a row the interval was the same as the one before
    std::uint32_t count = 0;       ///< states since it began
    std::uint32_t beside = 0;      ///< ... since any other one began
    bool reported = false;

    void measure(std::int64_t since) noexcept;  ///< its last state
  };

  using Senders = std::unordered_map<NodeKey, std::vector<Sender>, NodeHash>;

  [[nodiscard]] static bool has_ended(const Sender& sender, bool is_change, std::int64_t now) noexcept;

  std::array<Senders, 2> senders_;  ///< of states and of changes; at most `most_senders` for each synchronizer
  HashTable<PartKey, Other, PartHash> found_;
};

}  // namespace godot::analysis
