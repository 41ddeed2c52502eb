// SPDX-License-Identifier: MIT
// What is known of one direction of a connection of ENet: bytes, round trips, losses, copies; and why something is not
// known.
//
// - Round trip: from the last transmission of a command in the capture to its acknowledgement; counted for the
//   direction of the command; `reported`: the same by the sender's own clock, as echoed. Jitter: the mean difference
//   between one round trip and the next.
// - Loss, in percent of the reliable commands sent, is the greater of two estimates. Beside the receiver: commands
//   missing in the sequence numbers, without those that were only overtaken. Beside the sender: retransmissions of
//   commands that the capture has and whose previous transmission was never acknowledged, without those that lost
//   acknowledgements explain (loss of the way back). Unreliable messages don't count: the sender may drop them.
// - Commands that an end sends after the other end's last datagram are not counted here. Neither are those counted that
//   it sends while the other end is silent for a second or more, as that end may be gone or not poll.
// - Never sent: the missing unreliable commands, less those that the network can have lost by its loss of reliable
//   commands, less three deviations: a lower bound. ENet's throttle drops unreliable messages at the sender, with their
//   numbers, while round trips are slow. Needs 50 commands, and a capture made beside the sender
//   (Envelope::throttled): in other captures it can't be known, and there is no verdict either. On one machine without
//   any sign of a relay (Envelope::local) the throttle dropped all that is missing.
// - Twice: if four of ten datagrams with commands (a half, where each is there twice) repeat a transmission that the
//   capture has, it is more likely that it has them twice than that the network doubles them. If the copies come later
//   than a tenth of a round trip, they may be those of the other end (two captures merged), and no round trip is known:
//   the first copies of a command and of its acknowledgement are half a round trip apart.
// - In a capture that is not in the order of events, or whose times are too coarse, there are no round trips.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "analysis/facts/facts.h"
#include "analysis/facts/lost_or_unsent.h"
#include "answers/questions/connections/held_arrivals.h"
#include "answers/questions/connections/one_way_times.h"
#include "answers/questions/connections/send_schedule.h"
#include "answers/tables/cell.h"
#include "answers/tables/spread.h"
#include "base/repeating_table.h"
#include "base/time.h"

namespace godot::analysis::streams {

inline constexpr facts::Time long_silence = second;
inline constexpr double hundred = 100;  // the number of percent of a whole

/// Counters for the commands of one direction.
struct Counts {
  std::uint64_t reliable = 0;
  std::uint64_t reliable_missing = 0;
  std::uint64_t overtaken = 0;   ///< those of reliable_missing that came later
  std::uint64_t filled = 0;      ///< retransmissions of commands that the capture did not have
  std::uint64_t sent_twice = 0;  ///< retransmissions of commands that the capture has
  std::uint64_t impatient = 0;   ///< transmissions that were acknowledged, and sent again nevertheless
  std::uint64_t doubtful = 0;    ///< first transmissions that were sent again, and never acknowledged themselves

  void add(const Counts& other) noexcept {
    reliable += other.reliable;
    reliable_missing += other.reliable_missing;
    overtaken += other.overtaken;
    filled += other.filled;
    sent_twice += other.sent_twice;
    impatient += other.impatient;
    doubtful += other.doubtful;
  }
  [[nodiscard]] std::uint64_t lost() const noexcept { return reliable_missing - std::min(reliable_missing, overtaken); }
  /// Most of the missing commands were not sent again in the capture. A lost one is sent again: the capture lacks them,
  /// or ends before that.
  [[nodiscard]] bool are_most_not_filled() const noexcept { return 2 * filled < lost(); }
  [[nodiscard]] std::uint64_t first_sent() const noexcept { return reliable - std::min(reliable, sent_twice); }
  /// Retransmissions of commands whose previous transmission was never acknowledged.
  [[nodiscard]] std::uint64_t unacknowledged() const noexcept { return sent_twice - std::min(sent_twice, impatient); }
};

/// What one end sends.
struct Side {
  std::uint64_t datagrams = 0;
  std::uint64_t bytes = 0;
  facts::Tally tally;  ///< the counts of all that it has sent
  Counts counts;       ///< of what was sent before the other end's last datagram
  Counts since;        ///< of what was sent after its latest one
  std::uint64_t retransmissions = 0;
  std::uint64_t doubles = 0;
  std::uint64_t overtaken = 0;  ///< commands that arrived behind later ones
  std::uint64_t window_full = 0;
  facts::Time first = 0;
  facts::Time last = 0;
  facts::Time silence = 0;
  facts::Time frame_began = 0;   ///< the latest frame of its program
  facts::Time before_frame = 0;  ///< how long it had sent nothing before that
  bool throttled = false;
  bool mesh = false;            ///< neither end is a server
  bool elsewhere = false;       ///< a relay's other side has this row
  bool incomplete = false;      ///< the capture lacks some of its commands, or of the other side's
  bool mixed = false;           ///< perhaps with the connection before, which was not closed
  bool local = false;           ///< nothing but its throttle can have dropped what is missing
  bool disordered = false;      ///< its datagrams are not in the order of events
  bool coarse = false;          ///< their times are too coarse
  std::uint64_t carriers = 0;   ///< datagrams with commands that are no acknowledgements
  std::uint64_t copies = 0;     ///< those of them that repeat a transmission
  report::Spread copied_after;  ///< milliseconds between a transmission and its copy
  bool unanswered = false;      ///< it has sent something again while the other end was silent for long
  std::deque<std::pair<SeriesKey, Series>> series;                   ///< in the order in which they begin
  RepeatingTable<SeriesKey, Series*, SeriesKey::Hash> known_series;  ///< the same, for who asks with each message
  report::Spread rtt;                                                ///< measured round trips, in milliseconds
  report::Spread reported;  ///< round trips that the end has reported, in milliseconds
  report::Spread jitter;    ///< changes of the round trip, in milliseconds
  double last_rtt = 0;
  std::vector<float> rtts;          ///< all measured round trips, in milliseconds
  Transit transit;                  ///< what the other side of the capture has of it
  const Side* sent_by = nullptr;    ///< the same datagrams at their sender's side; null: this is it, or the only one
  std::int32_t peer_id = 0;         ///< of a game; 0: not known
  const char* peer_name = nullptr;  ///< the latest; null: only the id is known

  /// Its name, its id, or that it is the server; empty: not known.
  [[nodiscard]] report::Cell peer() const;

  /// What the receiver's side of the capture has of it: known in the rows of both sides.
  [[nodiscard]] const Transit& passed() const noexcept { return sent_by != nullptr ? sent_by->transit : transit; }

  /// The share of reliable commands that were certainly lost, by gaps in the numbers, before they came to the capture.
  [[nodiscard]] double lost_at_least() const noexcept { return part(counts.lost(), counts.reliable + counts.lost()); }

  /// The share of first transmissions that were lost, or whose acknowledgements were.
  [[nodiscard]] double doubted() const noexcept { return part(counts.doubtful, counts.first_sent()); }

  /// The other end sends something, this long after this side's last datagram.
  void answered(facts::Time after) noexcept {
    if (after < long_silence) {
      counts.add(since);
    } else if (since.unacknowledged() + since.lost() != 0) {
      unanswered = true;
    }
    since = {};
  }

  /// Where messages that are sent periodically were held back: those that show it most often.
  [[nodiscard]] HeldArrivals held() const;

  /// The schedule of the longest series of states; without states, of other messages.
  [[nodiscard]] Schedule schedule() const;

  /// A lower bound of the share of unreliable commands that the sender's throttle dropped; 0: not known.
  [[nodiscard]] double never_sent(const Side& back) const noexcept {
    if (local) return tally.absent();
    return throttled && tally.has_enough_samples() ? with_losses().unsent(back.with_losses()) : 0;
  }

  [[nodiscard]] facts::Tally with_losses() const noexcept {
    facts::Tally all = tally;
    all.sent_again = counts.unacknowledged();
    return all;
  }

  [[nodiscard]] static double part(std::uint64_t of, std::uint64_t all) noexcept {
    return all == 0 ? 0 : static_cast<double>(of) / static_cast<double>(all);
  }
  [[nodiscard]] double rtt_95() const {
    constexpr double percentile = 0.95;
    return quantile(rtts, percentile);
  }
};

/// True if the capture was made beside this end, which answers at once: what it sends is lost behind the capture, if at
/// all.
[[nodiscard]] bool is_beside(const Side& other) noexcept;

/// What is known about the loss of a direction, in percent. Negative: not known.
struct Loss {
  double counted = -1;
  double least = -1;
  double most = -1;
};

/// A capture of one side counts nothing: what is lost before it leaves a gap only if something overtakes the
/// repetition, and what is lost behind it looks like a lost acknowledgement. If nothing was, it is known.
[[nodiscard]] Loss loss_of(const Side& side, const Side& other) noexcept;

/// Of the datagrams that could show it, about a half are copies: the capture has each of them twice.
[[nodiscard]] bool is_there_twice(const Side& side) noexcept;
/// Copies that come so late that they may be the other end's: then the time from a command to its acknowledgement is
/// half a round trip.
[[nodiscard]] bool hides_round_trips(const Side& side, const report::Spread& trips) noexcept;
/// What is said of a connection whose packets the capture has twice; empty if it does not.
[[nodiscard]] std::string copies_text(const Side& side);

/// Loss as a share has no precision below so many commands: then only the counts are shown.
inline constexpr std::uint64_t enough_for_share = 64;

/// "3 of 20 datagrams".
[[nodiscard]] std::string count_text(std::uint64_t count, std::uint64_t of, const char* what);
/// What was lost, in counts: a share of few commands has no precision. Of one side, bounds.
[[nodiscard]] std::string lost_text(const Side& side, const Side& other);

/// Why numbers of this connection may be those of another one; null: they are not.
[[nodiscard]] const char* why_mixed(const Side& side, const Side& other) noexcept;

/// Why nothing is said about losses; null: something is.
[[nodiscard]] const char* why_no_loss(const Side& side, const Side& other);
/// Why nothing can be said about times; null: it can.
[[nodiscard]] const char* why_no_times(const Side& side, const Side& other) noexcept;

}  // namespace godot::analysis::streams
