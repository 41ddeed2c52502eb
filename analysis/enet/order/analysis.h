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
// Memory: per datagram 32 bytes; per command that requests an acknowledgement 48 and, where numbers are in order, 9
// more (at most 512); per other command with a finding 32, for at most 64 commands of a datagram; 96 for each that
// waited, was missing or was retransmitted, and 24 for each retransmission; per connection 920 bytes; per channel and
// direction in use 144, and at most 8 KiB for each of its two lists of gaps. Time: bounded for each command, whatever
// the numbers are. Nothing is freed and nothing has a destructor.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/enet/order/clock.h"
#include "analysis/enet/order/command_findings.h"
#include "analysis/enet/order/growing_table.h"
#include "analysis/enet/order/series.h"
#include "analysis/facts/lost_or_unsent.h"
#include "base/arena.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

using facts::Tally;

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
  void measure(const Sending& latest, const Sending& named, Finding& finding) noexcept;
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
