// SPDX-License-Identifier: MIT
// Detects peers that do not get a synchronizer's states. A state is sent to each peer to which the synchronizer is
// visible, in the same frame of the game. So a peer that gets none while another one keeps getting states does not see
// it (any more).
// In: full states, each with its synchronizer, receiver and time, and every message that shows whether an earlier one
// is missing, in capture order. Out: for the state at which it is certain, the receiver without states.
//
// States are unreliable: the sender's throttle drops some, and the network loses some. Both leave a gap in the numbers
// of this peer's messages, which shows at the next message of that kind. So it is certain only after such a message,
// with nothing missing since the peer's last state. If no such message comes, it takes more states than the throttle
// drops in a row, over two seconds (enet_protocol_check_outgoing_commands: one of 32 is always sent).
// Without a gap, states that a link holds back for a while look the same, where the capture was not made beside their
// sender: then they come soon after the first message that shows no gap.
//
// Not known: whether it is intended; and whether the peer without states was still connected, which the caller must
// look up. Cost: at most 16 receivers for each synchronizer, searched at each state; an entry for each finding.
// (modules/multiplayer/scene_replication_interface.cpp, on_network_process, _update_sync_visibility)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/game/memory/part_key.h"
#include "analysis/link/speaker.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/time.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

class Views {
 public:
  struct Receiver {
    multiplayer::PeerId peer = 0;
    std::uint32_t link = 0;  ///< the link on which it gets states
    std::uint8_t from = 0;   ///< the end of the link that sends them: 0 or 1
  };
  struct Position {
    std::uint32_t frame = 0;
    std::uint32_t message = 0;  ///< among those of the frame
    std::uint32_t part = 0;     ///< which of the message's states
    std::int64_t time = 0;      ///< when the frame was captured, in nanoseconds

    [[nodiscard]] PartKey key() const noexcept { return {.frame = frame, .message = message, .part = part}; }
  };
  /// The receiver without states, and its last state.
  struct Without {
    Receiver who = {};
    std::uint32_t since = 0;       ///< the frame with its last state
    std::int64_t time = 0;         ///< when that frame was captured, in nanoseconds
    std::uint32_t resumed_in = 0;  ///< the frame with its next state, if that comes as soon as any message does, so
                                   ///< that the link may only have held its states back; 0: it does not
    bool spawned = false;          ///< `since` is its spawn: it never got a state
  };

  /// The receivers of one synchronizer's states. It stays where it is: findings that wait for a message refer to it.
  class Series;

  void state(Series& series, const Receiver& receiver, const Position& position);

  /// A spawn lists the synchronizer, so that this receiver has it, and gets its states from now on.
  void spawned(Series& series, const Receiver& receiver, const Position& position);

  /// Records a message on a link, from one of its ends, that would show a gap if an earlier unreliable one was missing.
  /// `gap`: one is.
  void message(std::uint32_t link, std::uint8_t from, std::uint32_t frame, bool gap);

  /// The receiver without states, if that is certain at this state; otherwise null.
  [[nodiscard]] const Without* without(const Position& position) const { return found_.find(position.key()); }
  /// Nothing of that was found: it is asked for each state.
  [[nodiscard]] bool empty() const noexcept { return found_.empty(); }

 private:
  static constexpr std::size_t most_receivers = 16;
  /// The minimum number and duration of another peer's states.
  static constexpr std::uint32_t clear_after = 6;
  static constexpr std::int64_t clear_time = 250'000'000;
  /// The same if no message shows that nothing is missing.
  static constexpr std::uint32_t certain_after = 64;
  static constexpr std::int64_t certain_time = 2 * second;

  /// It is certain at this state (or later states have made it so), if a message shows no gap before `entry` gets
  /// another one.
  struct PendingFinding {
    Position position;
    Series* series;
    std::size_t place;  ///< the place of the entry in the series
    std::uint32_t since;
  };
  /// One direction of a link: its last gap, and the findings that wait for a message without one.
  struct Way {
    std::uint32_t gap = 0;
    std::vector<PendingFinding> asked;
  };
  struct Entry {
    Without last;              ///< its own last state
    Way* way = nullptr;        ///< the direction of its states
    Receiver watched = {};     ///< the first peer that got one after it, or after the last counted gap
    std::int64_t since = 0;    ///< the start of counting: its last state, or the first one after a gap or a long pause
    std::uint32_t gap = 0;     ///< the frame that showed that gap; 0: none
    std::uint32_t missed = 0;  ///< number of states that `watched` got since
    bool asked = false;        ///< it waits for a message that shows no gap
    bool reported = false;
    bool goes_on = false;         ///< since it was reported, a message has come that way
    std::int64_t goes_on_at = 0;  ///< ... not later than this; 0: not known yet
    PartKey found = {};           ///< where it was reported
  };
  static std::uint64_t way_of(std::uint32_t link, std::uint8_t from) noexcept {
    return std::uint64_t{link} << 1 | from;
  }
  Entry* entry_of(Series& series, multiplayer::PeerId peer);
  void begin(Entry& entry, const Receiver& receiver, const Position& position);
  void report(Entry& entry, const Position& position);
  void miss(Series& series, std::size_t place, const Receiver& receiver, const Position& position);

  HashTable<std::uint64_t, Way, NumberHash> ways_;
  HashTable<PartKey, Without, PartHash> found_;
};

class Views::Series {
  friend class Views;
  std::vector<Entry> entries_;  ///< one for each receiver, at most `most_receivers`
};

}  // namespace godot::analysis
