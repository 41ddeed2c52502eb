// SPDX-License-Identifier: MIT
// Detects two peers that send the states of one synchronizer, or its changes. Only its authority should, and receivers
// ignore those of others. Two that share no receiver, as those in two rooms of a server that only relays, are no
// problem: each is the authority in its own room. While an authority changes, two peers send for a short time, so it is
// reported only if both continue for a second without a pause; then for the first state of the one that began later. A
// pause is a quarter of a second. States that are always sent, but less often, come at regular intervals: for these it
// is two and a half intervals. Changes have none: a game that gives the node away with each of its turns sends them
// alternately, too. Turns that are shorter than a pause are known by what they interrupt: while one peer has its turn,
// the other sends nothing, and most states of neither are between two of the other that are as close as usual.
//
// In: states and changes of synchronizers with paths, and their receivers, on the link of their own sender, in capture
// order. Out: for the first state of a further sender, the other sender. Not known: which of the two is the authority;
// a synchronizer of a spawned node that one peer sends by its number and the other by its path; receivers without ids
// (the acceptors of a mesh); changes that are rarer than four in a second. A state that a sender sends to several
// receivers counts once: its copies to others than one of them say only who gets it.
// Cost: at most 4 senders for each
// synchronizer, of at most 16 receivers; an entry for each finding.
// (modules/multiplayer/scene_replication_interface.cpp, on_sync_receive: "Ignoring sync data from non-authority")
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/game/memory/missing_receivers.h"
#include "analysis/game/memory/senders.h"
#include "base/hash_table.h"
#include "base/time.h"

namespace godot::analysis {

class TwoSenders {
 public:
  struct Other {
    multiplayer::PeerId peer = 0;
    std::uint32_t frame = 0;  ///< its last state before
    /// One of the two has stopped for good, while the other goes on: the authority was handed over. 0: neither has.
    multiplayer::PeerId stopped = 0;
    std::uint32_t stopped_in = 0;  ///< the frame with its last state
    std::int64_t lasted = 0;       ///< how long both sent
  };

  /// Whom a state is for.
  struct To {
    multiplayer::PeerId peer = 0;
    bool known = false;  ///< else `peer` says nothing; 0 or negative: everyone, or everyone but one
  };

  /// `is_change`: of properties that are sent when they change.
  void state(const NodeKey& synchronizer, bool is_change, multiplayer::PeerId peer, const To& to,
             const Views::Position& position);

  /// The other sender, at the first state of a further sender; otherwise null.
  [[nodiscard]] const Other* other(const Views::Position& position) const { return found_.find(position.key()); }
  /// Nothing of that was found: it is asked for each state.
  [[nodiscard]] bool empty() const noexcept { return found_.empty(); }

 private:
  static constexpr std::size_t most_senders = 4;
  static constexpr std::int64_t clear_time = second;         ///< both must continue for so long
  static constexpr std::int64_t pause = second / 4;          ///< a sender that is silent for so long has stopped
  static constexpr std::int64_t longest_pause = 5 * second;  ///< ... however rarely it sends
  static constexpr std::uint32_t clear_interval = 2;  ///< from so many on, Sender::regular shows a regular sender
  static constexpr std::uint32_t clear_after = 6;     ///< states of the one that began later
  static constexpr std::uint32_t clear_beside = 3;    ///< states of the other one since then

  /// The peers that get a sender's states, since it began.
  class Receivers {
   public:
    void add(const To& to) noexcept;
    [[nodiscard]] bool has(multiplayer::PeerId peer) const noexcept;
    [[nodiscard]] bool has_one_of(const Receivers& other) const noexcept;

   private:
    static constexpr std::size_t most = 16;  ///< further ones are not stored: senders of one game have these in common

    std::array<multiplayer::PeerId, most> peers_ = {};
    std::size_t count_ = 0;
    bool everyone_ = false;
  };

  struct Sender {
    multiplayer::PeerId peer = 0;
    Receivers receivers = {};
    Views::Position first = {};           ///< since it began, or began again
    std::int64_t last = 0;                ///< time of its last state
    std::uint32_t last_frame = 0;         ///< the frame of that state
    Other before = {};                    ///< the sender active at its beginning
    multiplayer::PeerId measured_by = 0;  ///< the receiver whose copies are measured; 0: of unknown receivers
    std::int64_t measured = 0;            ///< time of the last one of these
    std::int64_t interval = 0;            ///< between its last two states; 0: it has sent one
    std::uint32_t regular = 0;            ///< how often in a row the interval was the same as the one before
    std::uint32_t count = 0;              ///< states since it began
    std::uint32_t beside = 0;             ///< ... since any other one began
    std::uint32_t between = 0;            ///< ... of these, between two of another one that are as close as usual
    std::int64_t usual = 0;               ///< its usual interval, without those in which others have their turns
    std::uint32_t unusual = 0;            ///< how many in a row were longer
    bool reported = false;
    PartKey found = {};                   ///< where it was reported
    multiplayer::PeerId beside_peer = 0;  ///< ... beside this one, as long as neither has stopped
    std::int64_t stopped = 0;             ///< when one of the two had stopped; 0: neither has
    bool among_strangers = false;         ///< another one was active at its beginning with whom it did not meet so far

    void measure(std::int64_t since) noexcept;  ///< takes the time since its last state as its interval
    /// True if its last state is as close as usual.
    [[nodiscard]] bool is_close(std::int64_t since) noexcept;
    /// It sends most of its states while another one goes on.
    [[nodiscard]] bool is_among_others() const noexcept;
    /// It is sent to another receiver than those states that are measured, which go on.
    [[nodiscard]] bool is_copy(const To& to, std::int64_t now) const noexcept;
    /// Someone gets the states of both, maybe one of them.
    [[nodiscard]] bool meets(const Sender& other) const noexcept;
  };

  using Senders = std::unordered_map<NodeKey, std::vector<Sender>, NodeHash>;

  /// `own` goes on: whether one that it was reported with has stopped, or has gone on after all.
  void follow(Senders::mapped_type& senders, const Sender& own, bool begins, bool is_change, std::int64_t now);

  /// `own` begins again: it has not stopped for good if that is soon.
  void resume(const Sender& own, std::int64_t now);

  [[nodiscard]] static bool has_ended(const Sender& sender, bool is_change, std::int64_t now) noexcept;

  std::array<Senders, 2> senders_;  ///< of states and of changes; at most `most_senders` for each synchronizer
  HashTable<PartKey, Other, PartHash> found_;
};

}  // namespace godot::analysis
