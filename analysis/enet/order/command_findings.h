// SPDX-License-Identifier: MIT
// Analysis of an ENet connection from its captured datagrams: losses, retransmissions, duplicates, overtaken commands,
// acknowledgements, and their times.
//
// Fed once, in the order of the capture, with each datagram and its commands:
//
//   Analysis& analysis = *new (memory) Analysis(arena);  // one for each connection
//   Datagram& datagram = analysis.begin({.frame = 7, .captured = time, .direction = 0, ...});
//   for (Command command; reader.next(command);) analysis.add(command);
//
// The datagram and its findings stay where they are; later results (an acknowledgement, a retransmission) are added to
// the earlier finding. So a second pass shows more than a first one, never less.
//
// Only what the capture shows is reported:
// - A capture at the receiver lacks commands that were lost before. Then the gap shows at the first command after it
//   (`lost_command`). The command that fills the gap is a `retransmission` if its datagram was sent after the one that
//   showed the gap, otherwise it is `out_of_order`. If nothing came in between, the loss does not show.
// - A capture at the sender has both transmissions: no gap, but a `retransmission` with its link.
// - Gaps in the numbers of unreliable and unsequenced messages may be losses, or drops by the sender's throttle:
//   `maybe_throttled`. lost_or_unsent.h decides from the whole direction which is likelier. Missing fragments are
//   losses: the throttle drops whole messages.
// - Unreliable messages lost after the last one before a reliable one leave no gap.
// - In a capture that begins late, commands before the first one of each channel are not reported as lost, nor are gaps
//   of reliable ones in the first two seconds: the first of them may be retransmissions of commands sent long before.
//   No command is reported as held back for such a number.
// - That a receiver held a command back is certain if the capture shows the gap. At the sender there is no gap: then
//   only an acknowledgement may be lost, and nothing was held back (Sequel::perhaps). Commands whose first transmission
//   was not acknowledged until then may have been lost as well: they are not reported.
//
// Memory: per datagram 32 bytes; per command that requests an acknowledgement 64 and, where numbers are in order, 9
// more (at most 512); per other command with a finding 40, for at most 64 commands of a datagram; 80 for each that
// waited, was missing or was retransmitted, and 24 for each retransmission; per connection 570 bytes; per channel and
// direction in use 300, and at most 8 KiB for each of its two lists of gaps. Time: bounded for each command, whatever
// the numbers are. Nothing is freed and nothing has a destructor.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/enet/order/clock.h"
#include "analysis/enet/order/growing_table.h"
#include "analysis/enet/order/series.h"
#include "analysis/facts/lost_or_unsent.h"
#include "base/arena.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

using facts::Tally;

using namespace godot::enet;  // the codec's types for data on the wire

enum class Event : std::uint8_t {
  /// A retransmission of a command that requests an acknowledgement: its number was seen with another sent time, or its
  /// gap had shown before it was sent.
  retransmission,
  /// A duplicate of a transmission: same number and same sent time. The network (or the capture) has doubled the
  /// datagram.
  duplicate,
  /// It arrives after a command of its channel that was sent later. Unsequenced messages have an order of their own.
  out_of_order,
  /// Numbers before this one are missing: Finding::missing.
  lost_command,
  /// With `lost_command`: the sender itself may have dropped the messages.
  maybe_throttled,
  /// The transmission that this acknowledges was acknowledged before.
  duplicate_ack,
  /// The command that this acknowledges was not captured.
  ack_unseen,
  /// The fifth transmission or a later one, more than a second after the first, and nothing arrived from the other side
  /// since. Only the last of such transmissions has it, and none if something arrives after all: the connection is
  /// about to time out. Not in a capture without the other side, except of Connect.
  timeout,
  /// Its number was received before: the receiver ignores it.
  repeated,
  /// The first transmission of a retransmitted message without an acknowledgement so far (an acknowledgement removes
  /// this). Of Connect: no answer, and its sender has sent nothing that requires one. In a capture without the other
  /// side, of other commands it shows nothing: see heard().
  never_acknowledged,
  /// The receiver drops it. An unreliable message: it arrived after a later one of its channel, which the receiver had
  /// delivered. An unsequenced one: a multiple of 1024 lies between its number and that of one that arrived before it.
  dropped,
  /// Verify connect: the commands that answer it were retransmitted, and nothing more arrived from its sender.
  never_spoke,
  /// Disconnect that requests an answer: neither end has ever sent a message.
  left_in_silence,
  // Which of the numbers are known.
  has_ack_rtt,
  has_ack_rtt_reported,
  has_rto,
};

struct Pause;

/// Rare parts of a finding: the gap before the command, and results from later packets.
struct Sequel {
  const char* missing = nullptr;    ///< `lost_command`: "17", "17-19", "2-3, fragments 0-4"
  std::uint32_t sent_again_in = 0;  ///< the frame of the next retransmission
  std::uint32_t gap_shown_in = 0;   ///< of missing commands: the frame where the gap showed
  std::uint32_t missing_count = 0;  ///< `lost_command`: how many commands those are
  std::uint32_t never_came = 0;     ///< ... and how many of them never arrived (so far)
  Nanoseconds held = 0;             ///< how long the receiver had to hold it back
  Nanoseconds tried = 0;            ///< `never_acknowledged`: from the first to the last transmission
  Nanoseconds last_at = 0;          ///< ... and when the last one was captured
  Nanoseconds asked = 0;            ///< Verify connect: since the first Connect
  Nanoseconds released_at = 0;      ///< acknowledged before, it waited until those before it were, too
  const Pause* pause = nullptr;     ///< of an acknowledgement: its sender's pause that it ends, or shows
  std::uint32_t held_until = 0;     ///< the frame that completed the commands it waited for; 0 = not held back
  std::uint32_t left_in = 0;   ///< of a message: its sender leaves in this frame, and it is not acknowledged (so far)
  std::uint16_t held_for = 0;  ///< the number of the command it waited for
  std::uint16_t sendings = 0;  ///< `never_acknowledged`: how often it was sent
  std::uint16_t length = 0;    ///< ... and the bytes of its message
  bool perhaps = false;        ///< it was held back unless only an acknowledgement was lost
  bool lost_perhaps = false;   ///< Verify connect: it comes when it would if an earlier one had been lost
};

/// The analysis of a command. Frames are 0 if there is none.
struct Finding {
  Finding* next = nullptr;               ///< of a later command of the datagram
  Sequel* sequel = nullptr;              ///< null: the command has no such parts
  Nanoseconds delay = 0;                 ///< see ack_rtt() and rto()
  std::uint32_t other = 0;               ///< see acks_frame() and earlier()
  std::uint32_t acked_in = 0;            ///< the first acknowledgement of this transmission
  std::uint16_t ack_rtt_reported = 0;    ///< milliseconds, by the sender's clock, since the sent time that is echoed
  std::uint16_t events = 0;              ///< a bit for each Event
  std::uint8_t command = 0;              ///< its index in the datagram
  CommandType type = CommandType::none;  ///< of an acknowledgement: type of the acknowledged command

  [[nodiscard]] bool has(Event event) const noexcept { return (events >> static_cast<unsigned>(event) & 1U) != 0; }
  void set(Event event, bool on = true) noexcept {
    const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(event));
    events = static_cast<std::uint16_t>(on ? events | bit : events & ~bit);
  }

  [[nodiscard]] const char* missing() const noexcept { return sequel != nullptr ? sequel->missing : nullptr; }
  [[nodiscard]] std::uint32_t missing_count() const noexcept { return sequel != nullptr ? sequel->missing_count : 0; }
  [[nodiscard]] std::uint32_t never_came() const noexcept { return sequel != nullptr ? sequel->never_came : 0; }

  [[nodiscard]] std::uint32_t sent_again_in() const noexcept { return sequel != nullptr ? sequel->sent_again_in : 0; }
  [[nodiscard]] std::uint32_t gap_shown_in() const noexcept { return sequel != nullptr ? sequel->gap_shown_in : 0; }

  // True for acknowledgements. They are never retransmitted, and retransmitted commands acknowledge nothing: both share
  // members.
  [[nodiscard]] bool acknowledges() const noexcept { return has(Event::has_ack_rtt) || has(Event::duplicate_ack); }
  /// The transmission that this acknowledges, identified by the echoed sent time.
  [[nodiscard]] std::uint32_t acks_frame() const noexcept { return acknowledges() ? other : 0; }
  /// Of an acknowledgement: since the command's last transmission in the capture.
  [[nodiscard]] Nanoseconds ack_rtt() const noexcept { return has(Event::has_ack_rtt) ? delay : 0; }
  /// Of a retransmission or duplicate: the previous transmission, if the capture has it.
  [[nodiscard]] std::uint32_t earlier() const noexcept { return acknowledges() ? 0 : other; }
  /// Of a duplicate of a reliable command: since the transmission that it repeats.
  [[nodiscard]] Nanoseconds copied_after() const noexcept {
    return has(Event::duplicate) && !has(Event::has_rto) ? delay : 0;
  }
  /// Of a retransmission: since the previous transmission.
  [[nodiscard]] Nanoseconds rto() const noexcept { return has(Event::has_rto) ? delay : 0; }
};

/// An end that normally sends all the time sent nothing for a second or more, and then acknowledged commands that had
/// waited: its program did not poll. A dead or slow link is excluded: none of its own reliable commands is missing,
/// none of those that arrive then was sent in the pause, and the commands sent to it meanwhile had arrived.
struct Pause {
  std::uint32_t last = 0;          ///< the frame with its last datagram before
  Nanoseconds since = 0;           ///< when that was captured
  Nanoseconds until = 0;           ///< when the next one was
  Nanoseconds every = 0;           ///< the interval at which it sent before
  const Finding* shown = nullptr;  ///< the first acknowledgement of a command that had waited
  std::uint32_t waited = 0;        ///< commands that had waited for half a second or more
  std::uint8_t direction = 0;
  std::uint32_t first = 0;  ///< the frame that ends it
  std::uint32_t burst = 0;  ///< a client's datagrams just after it; a server passes on what has waited
  bool fresh = false;       ///< a datagram just after it has a sent time of after the pause
  bool of_link = false;     ///< a command was sent in the pause, or some of its own reliable commands were missing then
  const Finding* answer = nullptr;   ///< the first acknowledgement after it
  std::uint32_t reached = 0;         ///< transmissions to it, of well within the pause, that it acknowledged
  std::uint32_t unreached = 0;       ///< ... and those of which it acknowledged only a later repetition
  std::uint32_t missing = 0;         ///< of its own messages, just after it
  std::uint32_t missing_soon = 0;    ///< ... within a second: a channel's next message may come as late as that
  std::uint32_t expected = 0;        ///< messages that it would have sent in that time
  std::uint32_t messages = 0;        ///< of its own, just after it
  std::uint32_t heard_in = 0;        ///< the frame of the other end's last datagram before its end; 0: none
  Nanoseconds quiet = 0;             ///< the longest time in it in which the other end sent nothing, either
  Nanoseconds heard_at = 0;          ///< when the other end's last datagram before its end was captured; 0: never
  const Pause* beside = nullptr;     ///< a pause of the other end at that time; null: it has none
  const Finding* resumed = nullptr;  ///< the first new command after it that asks for an acknowledgement
  // Its clock, by the sent times of its datagrams.
  std::uint16_t sent_time = 0;  ///< the latest before the pause
  Nanoseconds timed_at = 0;     ///< ... and when that was captured; 0: there is none
  Nanoseconds lagged_at = 0;    ///< when the first one after it was captured; 0: none yet
  Nanoseconds lag = 0;          ///< by which the clock has not gone on between the two
  bool is_prompt = false;       ///< it answers at once afterwards: the link is not slower by that
  bool kept_lag = false;        ///< ... and the clock stays behind
  bool lost_lag = false;        ///< ... or the clock is right again

  /// As many datagrams come at once as it sends in half of that time: they were under way, and it did send. A game that
  /// was blocked makes up for at most 8 steps.
  [[nodiscard]] bool came_at_once() const noexcept { return burst * every * 2 >= until - since; }
  [[nodiscard]] bool is_certain() const noexcept { return shown != nullptr && fresh && !of_link && !came_at_once(); }

  /// Who captures did not stand still itself.
  [[nodiscard]] bool was_asked() const noexcept { return quiet < (until - since) / 2; }
  /// Its clock stood still for nearly all of the pause, and stays behind.
  [[nodiscard]] bool stays_behind() const noexcept { return kept_lag && !lost_lag && lag / 4 > (until - since) / 5; }
  /// Its clock went on.
  [[nodiscard]] bool went_on() const noexcept { return lagged_at != 0 && (lost_lag || lag < (until - since) / 5); }
  /// Its whole system slept: the clock of the capture has not moved by that, as the other end's fits it.
  [[nodiscard]] bool has_stopped_clock() const noexcept {
    const bool is_clock_right = was_asked() || (beside != nullptr && beside->went_on());
    return is_clock_right && is_prompt && stays_behind();
  }
  /// It sent nothing, and nothing that was sent to it arrived. A program that ran would have sent, or lost, messages.
  [[nodiscard]] bool is_out_of_reach() const noexcept {
    constexpr std::uint32_t enough = 2;
    return was_asked() && reached == 0 && unreached >= enough && is_silence();
  }
  /// Beside this end, what the other one sent meanwhile did not come: that one's numbers are missing.
  [[nodiscard]] bool is_out_of_hearing() const noexcept {
    constexpr std::uint32_t enough = 2;
    return !was_asked() && beside != nullptr && beside->went_on() && beside->missing >= enough && reached == 0 &&
           is_silence();
  }
  /// It sent next to nothing, as its numbers show, and does not make up for it.
  [[nodiscard]] bool sent_nothing() const noexcept {
    return std::uint64_t{missing_soon} * 4 < expected && std::uint64_t{messages} * 2 < expected;
  }
  /// ... and what comes just after it was sent then.
  [[nodiscard]] bool is_silence() const noexcept { return !of_link && sent_nothing(); }
};

/// A datagram as captured.
struct Arrival {
  std::uint32_t frame = 0;
  Nanoseconds captured = 0;
  std::uint8_t direction = 0;  ///< 0 or 1: which end sent it
  bool has_sent_time = false;
  std::uint16_t sent_time = 0;
  bool compressed = false;
};

/// Transmissions of a command that are searched; ENet gives up long before.
inline constexpr int most_sendings = 16;

/// A datagram and its analysis.
struct Datagram {
  const Finding* first = nullptr;  ///< of the first of its commands with a finding
  Nanoseconds captured = 0;
  std::uint32_t frame = 0;
  std::uint32_t reliable_in_flight = 0;  ///< bytes of its sender's unacknowledged reliable messages, these included
  std::uint32_t window : 17 = 0;         ///< bytes that may be in flight, at most 64 KiB; 0 = not known
  bool has_sent_time : 1 = false;
  bool has_reliable : 1 = false;  ///< it carries reliable messages
  bool window_full : 1 = false;   ///< another message as long as its longest reliable one has to wait
  bool overtaken : 1 = false;     ///< a datagram that was sent later arrived before it, and it is no duplicate
  bool compressed : 1 = false;
  std::uint16_t sent_time = 0;
};

/// The findings of a datagram's commands, queried in order. Most commands have none.
class Findings {
 public:
  /// `datagram` may be null: then there are no findings.
  explicit Findings(const Datagram* datagram) noexcept
      : known_(datagram != nullptr), next_(known_ ? datagram->first : nullptr) {}

  /// The finding of the next command; null if there is none.
  const Finding* next() noexcept;

 private:
  bool known_;
  const Finding* next_;
  unsigned command_ = 0;
};

class MissingText;

class Analysis {
 public:
  explicit Analysis(const Arena& arena) noexcept : arena_(arena) {}

  /// Begins the next datagram, in `place`, which stays valid; without one, in the arena.
  Datagram& begin(const Arrival& arrival, Datagram& place);
  Datagram& begin(const Arrival& arrival) { return begin(arrival, *arena_.make<Datagram>()); }

  /// Adds the next command of that datagram, for which the reader's next() has returned true. Commands after the 64th,
  /// which ENet never sends, are ignored.
  void add(const Command& command);

  /// The frame of the first Disconnect; 0: none yet.
  [[nodiscard]] std::uint32_t left_in() const noexcept { return left_in_; }
  /// The direction of the first Disconnect.
  [[nodiscard]] std::uint8_t left_by() const noexcept { return left_by_; }

  /// The frame that acknowledges it; 0: none yet.
  [[nodiscard]] std::uint32_t left_acked_in() const noexcept { return left_acked_in_; }
  /// When it was captured.
  [[nodiscard]] Nanoseconds left_at() const noexcept { return left_at_; }

  /// True for an unreliable message just before its sender's Disconnect, after which nothing came from its receiver:
  /// one that reads both in one poll drops it. Nothing acknowledges it, so whether that happened is not known.
  [[nodiscard]] bool is_among_last_words(std::uint8_t direction, std::uint32_t frame,
                                         Nanoseconds captured) const noexcept {
    constexpr Nanoseconds just_before = 5'000'000;
    return left_in_ >= frame && left_by_ == direction && left_at_ - captured <= just_before &&
           heard_before_left_ <= captured;
  }

  /// True if a datagram of this direction was captured. Without one, nothing is known about what that end received.
  [[nodiscard]] bool heard(std::uint8_t direction) const noexcept { return sides_[direction].has_sent; }

  /// When the last datagram of this direction was captured.
  [[nodiscard]] Nanoseconds last_heard(std::uint8_t direction) const noexcept { return sides_[direction].captured; }

  /// How this end was silent: for a second or more each time.
  struct Silences {
    Nanoseconds longest = 0;   ///< 0: it never was
    Nanoseconds ended_at = 0;  ///< when the last one ended
  };
  [[nodiscard]] const Silences& silences(std::uint8_t direction) const noexcept { return sides_[direction].silences; }

  /// True if the end that sent the first Disconnect has begun to send again: it has connected anew, and the capture
  /// lacks the handshake.
  [[nodiscard]] bool is_back() const noexcept { return back_; }

  /// The first sign that the capture lacks datagrams: an acknowledgement of a command that it should have, which
  /// therefore arrived; or a command after one that was neither acknowledged in the capture nor sent again. 0: none.
  [[nodiscard]] std::uint32_t lacks_in() const noexcept { return lacks_in_; }

  /// The first datagram that is not in the order of events: it was captured before the one that the capture has before
  /// it, or is the second that brings a transmission whose acknowledgement the capture has before it. So the capture
  /// was made by two clocks (two captures merged), or was written in another order. 0: none.
  [[nodiscard]] std::uint32_t disordered_in() const noexcept { return disordered_in_; }

  /// True if the capture lacks reliable commands of this direction, as far as it was read: numbers are missing, or were
  /// acknowledged without having been seen.
  [[nodiscard]] bool lacks(std::uint8_t direction) const noexcept {
    return sides_[direction].reliable_absent != 0 || sides_[direction].acked_unseen;
  }

  /// True if a number before this reliable one is missing, as far as the capture was read.
  [[nodiscard]] bool waits(std::uint8_t direction, std::uint8_t channel, std::uint16_t sequence) const noexcept;

  enum class Nearness : std::uint8_t { unknown, near, far };
  /// Whether a sequence number of reliable commands is among the last ones of this direction and channel, or just after
  /// them. Unknown: the channel was not used.
  [[nodiscard]] Nearness near(std::uint8_t direction, std::uint8_t channel, std::uint16_t sequence) const noexcept;

  /// True if a datagram with this sent time, captured then, fits the clock of the end that sends in this direction.
  /// False if nothing is known of it.
  [[nodiscard]] bool is_later(std::uint8_t direction, std::uint16_t sent_time, Nanoseconds captured) const noexcept;

  /// When the other end's program could read this reliable command: the other end has acknowledged it, and those before
  /// it in its channel. 0: not known to, as one before it was not acknowledged.
  [[nodiscard]] Nanoseconds readable_since(std::uint8_t direction, std::uint8_t channel,
                                           std::uint16_t sequence) const noexcept;

  /// What the other end has acknowledged of this direction.
  struct Reached {
    Nanoseconds sent_at = 0;     ///< when the last transmission of it was captured
    std::uint32_t acked_in = 0;  ///< the frame that acknowledges that one
    std::uint32_t longest = 0;   ///< bytes of the longest message
  };
  [[nodiscard]] const Reached& reached(std::uint8_t direction) const noexcept { return sides_[direction].reached; }

  /// True if the other end has acknowledged a command in a compressed datagram of this direction.
  [[nodiscard]] bool reads_compressed(std::uint8_t direction) const noexcept {
    return sides_[direction].compressed_read;
  }

  /// The pause that this acknowledgement is the first one after, or null.
  [[nodiscard]] static const Pause* pause_before(const Finding& finding) noexcept;
  /// The pause that this acknowledgement has shown, or null.
  [[nodiscard]] static const Pause* pause_shown_by(const Finding& finding) noexcept;

  /// The pause that this command of that direction is the first new one after, if the other end is never heard again;
  /// or null.
  [[nodiscard]] const Pause* unanswered_pause(std::uint8_t direction, const Finding& finding) const noexcept;

  /// Time of capture of the first transmission of a command that requests an acknowledgement. `finding`: of any of its
  /// transmissions.
  [[nodiscard]] static Nanoseconds first_sent(const Finding& finding) noexcept;

  /// Counters of a direction's commands so far, and of missing ones.
  [[nodiscard]] const Tally& tally(std::uint8_t direction) const noexcept { return sides_[direction].tally; }

  /// The first command of a direction that has `maybe_throttled`, or null.
  [[nodiscard]] const Finding* first_unsent(std::uint8_t direction) const noexcept {
    return sides_[direction].first_unsent;
  }

 private:
  struct Sending;
  struct Repetition;
  struct Waiting;
  struct Channel;
  /// A transmission that was acknowledged before it was captured.
  struct Foretold {
    std::uint8_t channel = 0;
    std::uint16_t sequence = 0;
    std::uint16_t sent_time = 0;
  };
  struct Side {
    Table<Channel> channels;
    Order groups;
    std::uint16_t first_group = 0;  // that its receiver takes
    Clock clock;
    Nanoseconds captured = 0;    // of its last datagram
    Nanoseconds timed_at = 0;    // of the datagram with the latest sent time
    Nanoseconds resumed_at = 0;  // of its first datagram after a pause
    Silences silences;
    Nanoseconds longest_trip = 0;  // until the acknowledgement of a command that was sent once
    Sending* suspect = nullptr;    // the command whose loss Event::timeout suspects
    Pause* pause = nullptr;        // the last pause of the side
    Nanoseconds pace = 0;          // between its datagrams, of late
    Nanoseconds quiet = 0;         // the longest time between two of its datagrams since the other end's last one
    std::uint32_t datagrams = 0;
    std::uint32_t messages = 0;
    std::uint32_t last = 0;  // frame of its last datagram
    Tally tally;
    const Finding* first_unsent = nullptr;
    std::uint32_t in_flight = 0;
    std::uint32_t window = 0;
    std::uint32_t outgoing_bandwidth = 0;
    std::uint32_t incoming_bandwidth = 0;
    std::uint16_t sent_time = 0;        // the sent time of its latest datagram
    std::uint32_t reliable_absent = 0;  // reliable numbers in gaps that no command has filled
    bool acked_unseen = false;          // the other end acknowledged a command that the capture lacks
    bool was_answered = false;          // one of its commands was acknowledged
    bool compressed_read = false;       // ... in a compressed datagram
    Reached reached;
    Nanoseconds repeats_until = 0;       // it repeats a command once more by then, after twice the time of before
    std::array<Foretold, 8> foretold{};  // the first ones that the capture lacks so far
    std::uint8_t foretold_count = 0;
    bool timed = false;
    bool has_sent = false;
    bool bandwidth_known = false;
  };

  [[nodiscard]] Side& sender() noexcept { return sides_[direction_]; }
  [[nodiscard]] Side& receiver() noexcept { return sides_[1 - direction_]; }
  Channel& channel(Side& side, std::uint8_t number);
  [[nodiscard]] Witness witness() const noexcept;

  /// The sender of the current datagram has asked for the connection.
  [[nodiscard]] bool is_client() const noexcept { return connect_ != nullptr && direction_ == client_; }
  [[nodiscard]] bool may_be_copies() const noexcept;
  [[nodiscard]] bool should_have(const Channel* channel, std::uint16_t sequence) const noexcept;
  void keep_pace(Side& side, const Arrival& arrival);
  [[nodiscard]] bool may_be_sent_again(const Sending& connect) const noexcept;
  static void put_beside(Pause& pause, Pause* other) noexcept;
  static void date_after_pause(Side& side, const Arrival& arrival) noexcept;
  static void follow_lag(const Side& side, const Arrival& arrival) noexcept;
  void count_message() noexcept;
  void count_missing(std::uint32_t missing, bool maybe_throttled) noexcept;
  void compare_with_pause(Sending& named, bool news) noexcept;
  void end_pause(Finding& acknowledgement);
  void show_pause(const Sending& named, Finding* kept);
  void append(Finding& finding) noexcept;
  Finding* keep(const Finding& finding, bool anyway = false);
  void fill_gap(const Gap& gap) noexcept;
  void count_unreliable(const Finding* kept) noexcept;
  void lose(Finding& finding, const MissingText& text, bool maybe_throttled);
  void repeat(Finding& finding, std::uint32_t earlier) noexcept;
  Sending& send(const Command& command);
  [[nodiscard]] Nanoseconds patience() const noexcept;
  void expect_acknowledgements(Channel& channel, std::uint64_t number) noexcept;
  void expect_missing(const Channel& channel) noexcept;
  void suspect_hole() noexcept;
  void foretell(const Command& command, std::uint16_t sequence, std::uint16_t sent_time) noexcept;
  void check_foretold(const Command& command) noexcept;
  void send_again(Channel& channel, std::uint16_t sequence, Sending& sending, Sending& before);
  Sequel& sequel_of(Finding& finding);
  void wait_for_answer(Sending& sending);
  void hold_behind(const Channel& channel, std::uint16_t sequence, const Datagram& filled, bool perhaps);
  void send_message(const Command& command);
  void disconnect(const Command& command);
  void mark_unread();
  void confirm_connect(const Command& command) noexcept;
  void acknowledge(const Command& command);
  void miss_acknowledged(const Command& command, const Acknowledgement& body, bool is_known) noexcept;
  void measure(const Sending& latest, Finding& finding) noexcept;
  static void extend_reached(Side& side, const Sending& named, std::uint32_t acked_in) noexcept;
  static void settle(Side& side, Sending& latest) noexcept;
  void release(Channel& channel) noexcept;
  static bool is_delivered(const Channel& channel) noexcept;
  void let_wait(Channel& channel, std::uint64_t reliable, Finding& finding);
  void release_waiting(Channel& channel, std::uint16_t sequence);
  void send_unreliable(const Command& command);
  void send_unsequenced(const Command& command);
  [[nodiscard]] static bool takes_group(Side& side, std::uint16_t group) noexcept;
  void connect(const Command& command);
  void verify_connect(const Command& command);
  void limit_bandwidth(const Command& command);
  void begin_with(CommandType type) noexcept;
  void learn(std::uint32_t incoming, std::uint32_t outgoing) noexcept;

  Arena arena_;
  std::array<Side, 2> sides_;
  Datagram* datagram_ = nullptr;
  Finding* last_ = nullptr;     // of the current datagram
  Sending* connect_ = nullptr;  // the transmission of the last Connect
  Sending* verify_ = nullptr;   // the last Verify connect, until its sender sends more
  std::uint32_t pause_count_ = 0;
  Nanoseconds began_at_ = 0;
  Nanoseconds latest_ = 0;           // when the datagram before was captured
  Nanoseconds resumed_at_ = 0;       // after a second or more without datagrams of either end; 0: never
  std::array<bool, 2> misses_ = {};  // of each end, commands were missing just after that
  std::uint32_t connect_window_ = 0;
  std::uint32_t mtu_ = 0;
  std::uint32_t carried_ = 0;  // bytes of reliable messages in the current datagram that were not sent before
  std::uint16_t longest_ = 0;  // reliable message of the current datagram
  std::uint8_t direction_ = 0;
  std::uint32_t left_in_ = 0;
  std::uint32_t left_acked_in_ = 0;
  Nanoseconds left_at_ = 0;
  Nanoseconds heard_before_left_ = 0;  // when the other end's last datagram before that was captured
  std::uint8_t left_by_ = 0;
  std::uint32_t lacks_in_ = 0;
  std::uint32_t disordered_in_ = 0;
  std::uint8_t foretold_ = 0;  // transmissions that came after their acknowledgements
  std::uint8_t client_ = 0;    // which direction the last Connect had
  std::uint8_t commands_ = 0;
  bool back_ = false;
  bool begun_ = false;
  bool timed_ = false;
  std::array<bool, 2> lacks_connect_ = {};  // it sent Connect, its first command, which the capture does not have
  bool whole_ = false;                      // the capture has the connection from its beginning
  bool messages_ = false;                   // a message was sent in it
};

}  // namespace godot::analysis::enet
