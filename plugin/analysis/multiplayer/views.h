// SPDX-License-Identifier: GPL-2.0-or-later
// Do all players see the same? A synchronizer's state goes to each peer that it is visible to, all in the same frame of
// the game. So who gets none while another one gets one after the other does not see it (any more).
//
// In: full states, each with its synchronizer, its receiver and its time, in the order of the capture. Out: for the
// state at which it became clear, who goes without. What it cannot know: whether that is meant so; and whether the one
// who goes without was still there, which the caller has to look up. Cost: at most 16 receivers for each synchronizer,
// looked through at each state; an entry for each finding.
// (modules/multiplayer/scene_replication_interface.cpp, on_network_process, _update_sync_visibility)
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

#include "codec/multiplayer/protocol.h"
#include "plugin/analysis/multiplayer/speaker.h"
#include "plugin/analysis/number_hash.h"

namespace godot::plugin {

class Views {
 public:
  struct Receiver {
    multiplayer::PeerId peer = 0;
    std::uint32_t link = 0;  ///< through which it gets states
  };
  struct Moment {
    std::uint32_t frame = 0;
    std::uint32_t message = 0;  ///< among those of the frame
    std::uint32_t part = 0;     ///< which of the message's states
    std::int64_t time = 0;      ///< nanoseconds
  };
  /// Who goes without, and since when.
  struct Without {
    Receiver who = {};
    std::uint32_t since = 0;  ///< the frame with its last state
    std::int64_t time = 0;    ///< of that
  };

  struct MomentHash {
    std::size_t operator()(const Moment& moment) const noexcept {
      return hash_numbers(moment.frame, moment.message, moment.part);
    }
  };
  struct SameMoment {
    bool operator()(const Moment& a, const Moment& b) const noexcept {
      return a.frame == b.frame && a.message == b.message && a.part == b.part;
    }
  };

  /// `synchronizer`: its id, as all who hear its sender know it.
  void state(const IdKey& synchronizer, const Receiver& receiver, const Moment& moment);

  /// Who goes without, where that became clear at this state; null: it did not.
  [[nodiscard]] const Without* without(const Moment& moment) const;

 private:
  static constexpr std::size_t most_receivers = 16;
  /// So many states another one gets, over so long, before it is clear.
  static constexpr std::uint32_t clear_after = 6;
  static constexpr std::int64_t clear_time = 250'000'000;

  struct Entry {
    Without last;                     ///< its own last state
    multiplayer::PeerId watched = 0;  ///< the first who got one after it
    std::uint32_t missed = 0;         ///< how many that one has got since
    bool told = false;
  };
  struct Series {
    std::array<Entry, most_receivers> entries;
    std::uint8_t count = 0;
  };
  void miss(Entry& entry, const Receiver& receiver, const Moment& moment);

  std::unordered_map<IdKey, Series, IdHash> series_;
  std::unordered_map<Moment, Without, MomentHash, SameMoment> found_;
};

}  // namespace godot::plugin
