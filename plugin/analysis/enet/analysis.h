// SPDX-License-Identifier: GPL-2.0-or-later
// What can be told of an ENet connection from the datagrams that the capture has of it: what was lost, sent again,
// doubled, overtaken, acknowledged, and how long that took.
//
// Fed once, in the order of the capture, with each datagram and its commands:
//
//   Analysis& analysis = *new (memory) Analysis(arena);  // one for each connection
//   Datagram& datagram = analysis.begin({.frame = 7, .captured = time, .direction = 0, ...});
//   for (Command command; reader.next(command);) analysis.add(command);
//
// The datagram and its findings stay where they are; what is learned later (an acknowledgement, a sending again) is
// added to the earlier finding. So a second pass shows more than a first one, and never less.
//
// What the capture cannot tell is not claimed:
// - A capture beside the receiver does not have what was lost before. Then the gap shows at the first command that
// comes
//   after it (`lost_command`), and the sending that fills it is a `retransmission` if its datagram was sent after the
//   one that showed the gap, otherwise it is `out_of_order`. If nothing came in between, nobody can see the loss.
// - A capture beside the sender has both sendings: no gap, but a `retransmission` with its link.
// - Gaps in the numbers of unreliable and unsequenced messages may be losses, or messages that the sender itself has
//   dropped because its throttle told it to: `maybe_throttled`. Which is likelier, all of a direction tells:
//   throttle.h. Missing fragments are losses: the throttle drops whole messages.
// - Unreliable messages that were lost behind the last one before a reliable one leave no gap.
// - In a capture that begins late, nothing in front of the first command of each channel is called lost, nor what is
//   missing behind it in the first two seconds: the first commands may be copies of what was sent long before the
//   capture. Nothing was held back for such a number either.
// - What a receiver held back is certain where the capture shows the gap. Beside the sender there is none: then it
//   may be that only an acknowledgement was lost, and nothing was held back (Sequel::perhaps).
//
// Memory: per datagram 32 bytes; per command that asks for an acknowledgement 64 and, where numbers are in order, 9
// more (at most 512); per other command about which there is something to say 40, for at most 64 commands of a
// datagram; 72 for each that waited, was missing or was sent again, and 24 for each sending again; per connection 570
// bytes; per channel and direction that is used 300, and at most 8 KiB for each of its two lists of gaps. Time: bounded
// for each command, whatever the numbers are. Nothing is freed and nothing has a destructor.
#pragma once

#include <array>
#include <cstdint>

#include "codec/enet/protocol.h"
#include "plugin/analysis/enet/arena.h"
#include "plugin/analysis/enet/clock.h"
#include "plugin/analysis/enet/order.h"
#include "plugin/analysis/enet/table.h"
#include "plugin/analysis/enet/throttle.h"

namespace godot::analysis::enet {

using namespace godot::enet;  // the codec's words for what is on the wire

enum class Event : std::uint8_t {
  /// A retransmission of a command that requests an acknowledgement: its number was seen with another sent time, or its
  /// gap had shown before it was sent.
  retransmission,
  /// The same sending again: same number and same sent time. The network (or the capture) has doubled the datagram.
  duplicate,
  /// It comes after a command of its channel that was sent later. Unsequenced messages have an order of their own.
  out_of_order,
  /// Numbers in front of this one have not been seen: Finding::missing.
  lost_command,
  /// With `lost_command`: the sender itself may have dropped the messages.
  maybe_throttled,
  /// The sending that this acknowledges has been acknowledged before.
  duplicate_ack,
  /// The command that this acknowledges was not captured.
  ack_unseen,
  /// The fifth sending or a later one, more than a second after the first, and nothing came from the other side since.
  /// Only the last of such sendings has it, and none if something comes after all: the connection is about to time out.
  timeout,
  /// Its number has been seen before: nothing new for the receiver.
  repeated,
  /// The first transmission of a retransmitted message without an acknowledgement so far (an acknowledgement removes
  /// this). Of Connect: no answer.
  never_acknowledged,
  /// An unreliable message that came after a later one of its channel, which the receiver had handed on: it is dropped.
  dropped,
  /// Verify connect: what came back to it was sent again, and its sender was never heard again.
  never_spoke,
  /// Disconnect that requests an answer: neither end has ever sent a message.
  left_in_silence,
  // Which of the numbers are known.
  has_ack_rtt,
  has_ack_rtt_reported,
  has_rto,
};

/// Rare parts of a finding: what was missing before the command, and what later packets show about it.
struct Sequel {
  const char* missing = nullptr;    ///< `lost_command`: "17", "17-19", "2-3, fragments 0-4"
  std::uint32_t sent_again_in = 0;  ///< the frame of the next retransmission
  std::uint32_t gap_shown_in = 0;   ///< of missing commands: the frame where the gap showed
  std::uint32_t missing_count = 0;  ///< `lost_command`: how many commands those are
  std::uint32_t never_came = 0;     ///< ... and how many of them never came (so far)
  Nanoseconds held = 0;             ///< how long the receiver had to hold it back
  Nanoseconds tried = 0;            ///< `never_acknowledged`: from the first to the last sending
  Nanoseconds asked = 0;            ///< Verify connect: since the first Connect
  std::uint32_t held_until = 0;     ///< the frame that completed what it had to wait for; 0 = not held back
  std::uint16_t held_for = 0;       ///< the number of that
  std::uint16_t sendings = 0;       ///< `never_acknowledged`: how many
  bool perhaps = false;             ///< it was held back unless only an acknowledgement was lost
  bool lost_perhaps = false;        ///< Verify connect: it comes when it would if one before it had been lost
};

/// The analysis of a command. Frames are 0 if there is none.
struct Finding {
  Finding* next = nullptr;               ///< of a later command of the datagram
  Sequel* sequel = nullptr;              ///< null: none
  Nanoseconds delay = 0;                 ///< see ack_rtt() and rto()
  std::uint32_t other = 0;               ///< see acks_frame() and earlier()
  std::uint32_t acked_in = 0;            ///< the first acknowledgement of this sending
  std::uint16_t ack_rtt_reported = 0;    ///< milliseconds, by the sender's clock, since the sent time that is echoed
  std::uint16_t events = 0;              ///< a bit for each Event
  std::uint8_t command = 0;              ///< which of the datagram's
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
  /// The sending that this acknowledges, which the echoed sent time names.
  [[nodiscard]] std::uint32_t acks_frame() const noexcept { return acknowledges() ? other : 0; }
  /// Of an acknowledgement: from the command's last sending in the capture.
  [[nodiscard]] Nanoseconds ack_rtt() const noexcept { return has(Event::has_ack_rtt) ? delay : 0; }
  /// Of a retransmission or duplicate: the sending before, if the capture has it.
  [[nodiscard]] std::uint32_t earlier() const noexcept { return acknowledges() ? 0 : other; }
  /// Of a retransmission: since the sending before.
  [[nodiscard]] Nanoseconds rto() const noexcept { return has(Event::has_rto) ? delay : 0; }
};

/// An end that sends all the time sent nothing for a second or more, and then acknowledged what had waited for it: its
/// program did not poll. Not a link that was dead or slow: no reliable one of its own is missing, none of what comes
/// then was sent in the pause, and what was sent to it meanwhile had arrived.
struct Pause {
  Pause* next = nullptr;
  std::uint32_t last = 0;          ///< the frame with its last datagram before
  Nanoseconds since = 0;           ///< when that was captured
  Nanoseconds until = 0;           ///< when the next one was
  Nanoseconds every = 0;           ///< how often it had sent before
  const Finding* shown = nullptr;  ///< the first acknowledgement of what had waited
  std::uint32_t waited = 0;        ///< commands that had waited for half a second or more
  std::uint8_t direction = 0;
  bool fresh = false;    ///< a datagram right after it has a sent time of then
  bool of_link = false;  ///< one was sent in the pause, or some of its own reliable commands were missing then

  [[nodiscard]] bool is_certain() const noexcept { return shown != nullptr && fresh && !of_link; }
};

/// A datagram as the capture has it.
struct Arrival {
  std::uint32_t frame = 0;
  Nanoseconds captured = 0;
  std::uint8_t direction = 0;  ///< 0 or 1: which end sent it
  bool has_sent_time = false;
  std::uint16_t sent_time = 0;
};

/// A datagram and its analysis.
struct Datagram {
  const Finding* first = nullptr;  ///< of the first of its commands about which there is one
  Nanoseconds captured = 0;
  std::uint32_t frame = 0;
  std::uint32_t reliable_in_flight = 0;  ///< bytes of reliable messages that its sender has sent and that were not
                                         ///< acknowledged yet, those of this datagram included
  std::uint32_t window : 17 = 0;         ///< bytes that may be in flight, at most 64 KiB; 0 = not known
  bool has_sent_time : 1 = false;
  bool has_reliable : 1 = false;  ///< it carries reliable messages
  bool window_full : 1 = false;   ///< another message as long as its longest reliable one has to wait
  bool overtaken : 1 = false;     ///< a datagram that was sent later has come before it, and it is no duplicate
  std::uint16_t sent_time = 0;
};

/// The findings of a datagram's commands, queried in order. Most commands have none.
class Findings {
 public:
  /// `datagram` may be null: then nothing is known.
  explicit Findings(const Datagram* datagram) noexcept
      : known_(datagram != nullptr), next_(known_ ? datagram->first : nullptr) {}

  /// Of the next command; null if nothing is known.
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

  /// The next datagram, in `place`, which stays valid; without one, in the arena.
  Datagram& begin(const Arrival& arrival, Datagram& place);
  Datagram& begin(const Arrival& arrival) { return begin(arrival, *arena_.make<Datagram>()); }

  /// The next command of that datagram, which next() of the reader has returned true for. Those behind the 64th, which
  /// ENet never sends, are not looked at.
  void add(const Command& command);

  /// The frame of the first Disconnect; 0: none yet.
  [[nodiscard]] std::uint32_t left_in() const noexcept { return left_in_; }
  /// The direction of that.
  [[nodiscard]] std::uint8_t left_by() const noexcept { return left_by_; }

  /// True if something is missing in front of a reliable number, as far as the capture was read.
  [[nodiscard]] bool waits(std::uint8_t direction, std::uint8_t channel, std::uint16_t sequence) const noexcept;

  /// The pause that this acknowledgement has shown, or null.
  [[nodiscard]] const Pause* pause_shown_by(const Finding& finding) const noexcept;

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
  struct Side {
    Table<Channel> channels;
    Order groups;
    Clock clock;
    Nanoseconds captured = 0;    // of its last datagram
    Nanoseconds timed_at = 0;    // of the datagram with the latest sent time
    Sending* suspect = nullptr;  // of Event::timeout
    Pause* pause = nullptr;      // the last one
    Nanoseconds pace = 0;        // between its datagrams, of late
    std::uint32_t datagrams = 0;
    std::uint32_t last = 0;  // frame of its last datagram
    Tally tally;
    const Finding* first_unsent = nullptr;
    std::uint32_t in_flight = 0;
    std::uint32_t window = 0;
    std::uint32_t outgoing_bandwidth = 0;
    std::uint32_t incoming_bandwidth = 0;
    std::uint16_t sent_time = 0;  // the latest
    bool timed = false;
    bool heard = false;
    bool bandwidth_known = false;
  };

  [[nodiscard]] Side& sender() noexcept { return sides_[direction_]; }
  [[nodiscard]] Side& receiver() noexcept { return sides_[1 - direction_]; }
  Channel& channel(Side& side, std::uint8_t number);
  [[nodiscard]] Witness witness() const noexcept;

  [[nodiscard]] bool may_be_copies() const noexcept;
  void keep_pace(Side& side, const Arrival& arrival);
  [[nodiscard]] bool may_be_sent_again(const Sending& connect) const noexcept;
  static void date(Side& side, const Arrival& arrival) noexcept;
  void append(Finding& finding) noexcept;
  Finding* keep(const Finding& finding, bool anyway = false);
  void found(const Gap& gap) noexcept;
  void count_unreliable(const Finding* kept) noexcept;
  void lose(Finding& finding, const MissingText& text, bool maybe_throttled);
  void repeat(Finding& finding, std::uint32_t earlier) noexcept;
  Sending& send(const Command& command);
  void send_again(Channel& channel, std::uint16_t sequence, Sending& sending, Sending& before);
  Sequel& sequel_of(Finding& finding);
  void wait_for_answer(Sending& sending);
  void hold_behind(const Channel& channel, std::uint16_t sequence, const Datagram& filled, bool perhaps);
  void send_message(const Command& command);
  void disconnect(const Command& command);
  void acknowledge(const Command& command);
  static void settle(Side& side, Sending& latest) noexcept;
  static bool is_handed_on(const Channel& channel) noexcept;
  void let_wait(Channel& channel, std::uint64_t reliable, Finding& finding);
  void release_waiting(Channel& channel, std::uint16_t sequence);
  void send_unreliable(const Command& command);
  void send_unsequenced(const Command& command);
  void connect(const Command& command);
  void verify_connect(const Command& command);
  void limit_bandwidth(const Command& command);
  void learn(std::uint32_t incoming, std::uint32_t outgoing) noexcept;

  Arena arena_;
  std::array<Side, 2> sides_;
  Datagram* datagram_ = nullptr;
  Finding* last_ = nullptr;     // of the current datagram
  Sending* connect_ = nullptr;  // the last Connect
  Sending* verify_ = nullptr;   // the last Verify connect, until its sender sends more
  Pause* pauses_ = nullptr;
  std::uint32_t pause_count_ = 0;
  Nanoseconds began_at_ = 0;
  std::uint32_t connect_window_ = 0;
  std::uint32_t mtu_ = 0;
  std::uint32_t carried_ = 0;  // bytes of reliable messages in the current datagram that were not sent before
  std::uint16_t longest_ = 0;  // reliable message of the current datagram
  std::uint8_t direction_ = 0;
  std::uint32_t left_in_ = 0;
  std::uint8_t left_by_ = 0;
  std::uint8_t client_ = 0;  // which direction the last Connect had
  std::uint8_t commands_ = 0;
  bool begun_ = false;
  bool timed_ = false;
  bool whole_ = false;     // the capture has the connection from its beginning
  bool messages_ = false;  // one was sent
};

}  // namespace godot::analysis::enet
