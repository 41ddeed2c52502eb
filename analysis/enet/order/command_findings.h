// SPDX-License-Identifier: MIT
// What the analysis of an ENet connection (analysis.h) finds out about datagrams and their commands: plain values,
// which stay where they are. Later results (an acknowledgement, a retransmission) are added to the earlier finding.
#pragma once

#include <cstdint>

#include "base/time.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

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
  Nanoseconds delay = 0;            ///< of the finding, which has no room for it beside this
  std::uint32_t held_until = 0;     ///< the frame that completed the commands it waited for; 0 = not held back
  std::uint32_t left_in = 0;   ///< of a message: its sender leaves in this frame, and it is not acknowledged (so far)
  std::uint16_t held_for = 0;  ///< the number of the command it waited for
  std::uint16_t sendings = 0;  ///< `never_acknowledged`: how often it was sent
  std::uint16_t length = 0;    ///< ... and the bytes of its message
  bool perhaps = false;        ///< it was held back unless only an acknowledgement was lost
  bool lost_perhaps = false;   ///< Verify connect: it comes when it would if an earlier one had been lost
};

/// The analysis of a command. Frames are 0 if there is none. There are many, so their size counts.
struct Finding {
  Finding* next = nullptr;  ///< of a later command of the datagram
  union Rest {
    Nanoseconds delay = 0;
    Sequel* sequel;  ///< if there is one; it has the delay, too
  } rest;
  std::uint32_t other = 0;             ///< see acks_frame() and earlier()
  std::uint32_t acked_in = 0;          ///< the first acknowledgement of this transmission
  std::uint16_t ack_rtt_reported = 0;  ///< milliseconds, by the sender's clock, since the sent time that is echoed
  std::uint16_t events = 0;            ///< a bit for each Event
  std::uint8_t command : 7 = 0;        ///< its index in the datagram
  bool has_sequel : 1 = false;
  CommandType type = CommandType::none;  ///< of an acknowledgement: type of the acknowledged command

  [[nodiscard]] bool has(Event event) const noexcept { return (events >> static_cast<unsigned>(event) & 1U) != 0; }
  void set(Event event, bool on = true) noexcept {
    const auto bit = static_cast<std::uint16_t>(1U << static_cast<unsigned>(event));
    events = static_cast<std::uint16_t>(on ? events | bit : events & ~bit);
  }

  /// Null: the command has no such parts.
  [[nodiscard]] Sequel* sequel() const noexcept { return has_sequel ? rest.sequel : nullptr; }
  void set_sequel(Sequel& made) noexcept {
    made.delay = delay();
    rest.sequel = &made;
    has_sequel = true;
  }
  /// See ack_rtt(), copied_after() and rto().
  [[nodiscard]] Nanoseconds delay() const noexcept { return has_sequel ? rest.sequel->delay : rest.delay; }
  void set_delay(Nanoseconds time) noexcept { (has_sequel ? rest.sequel->delay : rest.delay) = time; }

  [[nodiscard]] const char* missing() const noexcept { return has_sequel ? rest.sequel->missing : nullptr; }
  [[nodiscard]] std::uint32_t missing_count() const noexcept { return has_sequel ? rest.sequel->missing_count : 0; }
  [[nodiscard]] std::uint32_t never_came() const noexcept { return has_sequel ? rest.sequel->never_came : 0; }

  [[nodiscard]] std::uint32_t sent_again_in() const noexcept { return has_sequel ? rest.sequel->sent_again_in : 0; }
  [[nodiscard]] std::uint32_t gap_shown_in() const noexcept { return has_sequel ? rest.sequel->gap_shown_in : 0; }

  // True for acknowledgements. They are never retransmitted, and retransmitted commands acknowledge nothing: both share
  // members.
  [[nodiscard]] bool acknowledges() const noexcept { return has(Event::has_ack_rtt) || has(Event::duplicate_ack); }
  /// The transmission that this acknowledges, identified by the echoed sent time.
  [[nodiscard]] std::uint32_t acks_frame() const noexcept { return acknowledges() ? other : 0; }
  /// Of an acknowledgement: since the command's last transmission in the capture.
  [[nodiscard]] Nanoseconds ack_rtt() const noexcept { return has(Event::has_ack_rtt) ? delay() : 0; }
  /// Of a retransmission or duplicate: the previous transmission, if the capture has it.
  [[nodiscard]] std::uint32_t earlier() const noexcept { return acknowledges() ? 0 : other; }
  /// Of a duplicate of a reliable command: since the transmission that it repeats.
  [[nodiscard]] Nanoseconds copied_after() const noexcept {
    return has(Event::duplicate) && !has(Event::has_rto) ? delay() : 0;
  }
  /// Of a retransmission: since the previous transmission.
  [[nodiscard]] Nanoseconds rto() const noexcept { return has(Event::has_rto) ? delay() : 0; }
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

/// A datagram and its analysis. There are many, so its size counts: numbers have the bits that they need.
struct Datagram {
  static constexpr unsigned connection_bits = 24;
  static constexpr unsigned in_flight_bits = 18;

  const Finding* first = nullptr;  ///< of the first of its commands with a finding
  Nanoseconds captured = 0;
  /// Its connection, by its place among all of the capture, from 1; 0: it belongs to none.
  std::uint64_t connection : connection_bits = 0;
  /// Bytes of its sender's unacknowledged reliable messages, these included: as many as ENet's largest window, or one
  /// datagram with more.
  std::uint64_t reliable_in_flight : in_flight_bits = 0;
  std::uint64_t window : 17 = 0;  ///< bytes that may be in flight, at most 64 KiB; 0 = not known
  bool has_sent_time : 1 = false;
  bool has_reliable : 1 = false;  ///< it carries reliable messages
  bool window_full : 1 = false;   ///< another message as long as its longest reliable one has to wait
  bool overtaken : 1 = false;     ///< a datagram that was sent later arrived before it, and it is no duplicate
  bool compressed : 1 = false;
  std::uint32_t frame = 0;
  std::uint16_t sent_time = 0;

  void set_in_flight(std::uint32_t bytes) noexcept {
    constexpr std::uint32_t most = (1U << in_flight_bits) - 1;
    reliable_in_flight = bytes < most ? bytes : most;
  }
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

}  // namespace godot::analysis::enet
