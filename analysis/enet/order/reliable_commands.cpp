// SPDX-License-Identifier: MIT
// Commands with a reliable number of their own: gaps, transmissions, and what waits behind a gap.
#include <algorithm>
#include <cstdint>

#include "analysis/enet/order/missing.h"
#include "analysis/enet/order/sent_commands.h"
#include "base/clamped.h"
#include "base/enet_sequence.h"
#include "base/time.h"

namespace godot::analysis::enet {
namespace {

constexpr std::uint8_t suspicious_attempts = 5;
constexpr Nanoseconds suspicious_time = second;

/// Commands that may wait for one; ENet's window allows fewer on their way.
constexpr unsigned most_held = 512;

}  // namespace

Nanoseconds Analysis::first_sent(const Finding& finding) noexcept {
  return static_cast<const Sending&>(finding).first_at();
}

bool Analysis::waits(std::uint8_t direction, std::uint8_t channel, std::uint16_t sequence) const noexcept {
  const Channel* found = sides_[direction].channels.find(channel_key(channel));
  return found != nullptr && found->reliable.begun() &&
         !found->reliable.complete_until(extend(found->reference(), sequence));
}

Analysis::Sending& Analysis::send(const Command& command) {
  Channel& channel = this->channel(sender(), command.channel);
  const std::uint64_t number = extend(channel.reference(), command.reliable_sequence);
  Sending* before = channel.find(command.reliable_sequence);
  if (before == nullptr && sender().foretold_count != 0) check_foretold(command);
  const Order::Seen seen = channel.reliable.see({0, number}, witness(), arena_);

#if defined(__GNUC__) && defined(__LP64__)
  static_assert(sizeof(Sending) == 48, "there are as many as reliable commands");
#endif
  auto& sending = *arena_.make<Sending>();
  append(sending);
  sending.place.datagram = datagram_;
  sending.number = static_cast<std::uint32_t>(number);
  sending.length = static_cast<std::uint16_t>(command.payload_length);
  sending.type = command.type;
  if (before != nullptr) {
    send_again(channel, command.reliable_sequence, sending, *before);
    return sending;
  }
  if (Pause* pause = sender().pause; pause != nullptr && pause->resumed == nullptr) pause->resumed = &sending;
  ++sender().tally.reliable;
  channel.sendings.set(command.reliable_sequence, &sending, arena_);
  if (seen.arrival == Order::Arrival::first) channel.base = channel.open = number;
  if (seen.arrival == Order::Arrival::ahead && !may_be_copies()) {
    MissingText text;
    text.add_numbers(seen.gap.after.sequence + 1, number);
    lose(sending, text, false);
    sender().tally.reliable_missing += text.count();
    sender().reliable_absent += text.count();
    ++sender().tally.disturbed;
    channel.reliable.shown_by(&sending);
  }
  if (seen.arrival == Order::Arrival::late) {
    fill_gap(seen.gap);
    if (seen.gap.shown.finding != nullptr && sender().reliable_absent != 0) --sender().reliable_absent;
    // A number that was never reported as missing may have come before the capture, and been retransmitted.
    if (seen.gap.shown.finding != nullptr) hold_behind(channel, command.reliable_sequence, *datagram_, false);
    const Witness& shown = seen.gap.shown;
    ++sender().tally.disturbed;
    const bool again = shown.has_sent_time && datagram_->has_sent_time && later(datagram_->sent_time, shown.sent_time);
    sending.set(again ? Event::retransmission : Event::out_of_order);
    // Numbers before the beginning of a late capture were never reported as missing.
    if (seen.gap.after != Position{}) sequel_of(sending).gap_shown_in = shown.frame;
    // The command was overtaken: the network did not lose it.
    if (!again && shown.finding != nullptr && sender().tally.reliable_missing != 0) --sender().tally.reliable_missing;
  }
  release_waiting(channel, command.reliable_sequence);
  if (left_in_ == 0) expect_acknowledgements(channel, number);
  if (left_in_ == 0 && sender().reliable_absent != 0) expect_missing(channel);
  return sending;
}

void Analysis::send_again(Channel& channel, std::uint16_t sequence, Sending& sending, Sending& before) {
  Sending* same = datagram_->has_sent_time ? before.find(datagram_->sent_time) : &before;
  if (same != nullptr) {
    repeat(sending, same->datagram().frame);
    sending.set_delay(datagram_->captured - same->datagram().captured);
    ++sender().tally.disturbed;
    return;
  }
  ++sender().tally.reliable;
  sending.set(Event::repeated);
  Repetition& repetition = sending.repeat(arena_);
  repetition.last = datagram_;
  repetition.previous = &before;
  repetition.first_at = before.first_at();
  sending.settled = before.settled;
  sending.attempts = static_cast<std::uint8_t>(std::min(before.attempts + 1, 255));
  if (!later(datagram_->sent_time, before.datagram().sent_time)) {
    sending.set(Event::out_of_order);
    repetition.previous = before.previous();
    if (!before.is_repeated) before.repeat(arena_).first_at = before.datagram().captured;
    before.place.repetition->previous = &sending;
    before.place.repetition->last = datagram_;
    before.attempts = sending.attempts;
    return;
  }
  sending.set(Event::retransmission);
  sending.set(Event::has_rto);
  sending.other = before.datagram().frame;
  sending.set_delay(datagram_->captured - before.datagram().captured);
  if (!before.settled) ++sender().tally.sent_again;
  sequel_of(before).sent_again_in = datagram_->frame;
  channel.sendings.set(sequence, &sending, arena_);

  wait_for_answer(sending);
  Side& side = sender();
  if (!sending.settled)
    side.repeats_until = std::max(side.repeats_until, after(datagram_->captured, 2 * sending.delay()));
  const bool silent =
      receiver().has_sent ? receiver().captured < sending.first_at() : sending.type == CommandType::connect;
  if (silent && sending.attempts >= suspicious_attempts &&
      datagram_->captured - sending.first_at() >= suspicious_time) {
    if (side.suspect != nullptr) side.suspect->set(Event::timeout, false);
    side.suspect = &sending;
    sending.set(Event::timeout);
  }
}

/// Marks the first transmission of a retransmitted command as unacknowledged, until it is.
void Analysis::wait_for_answer(Sending& sending) {
  if (sending.settled) return;
  if (verify_ != nullptr && direction_ == client_) verify_->set(Event::never_spoke);
  Sending& first = sending.earliest();
  Sequel& sequel = sequel_of(first);
  sequel.tried = datagram_->captured - sending.first_at();
  sequel.last_at = datagram_->captured;
  sequel.sendings = sending.attempts;
  sequel.length = sending.length;
  first.set(Event::never_acknowledged);
}

/// The command `sequence` arrived in the datagram `filled`. Commands with later numbers that arrived before had to
/// wait. `perhaps`: unless only an acknowledgement of it was lost.
void Analysis::hold_behind(const Channel& channel, std::uint16_t sequence, const Datagram& filled, bool perhaps) {
  for (unsigned i = 1; i <= most_held; ++i) {
    Sending* sending = channel.find(static_cast<std::uint16_t>(sequence + i));
    if (sending == nullptr || sending->length == 0) return;
    Sending& came = sending->earliest();
    // Only acknowledgements show what the sender's capture lacks: without one, it may have been lost as well.
    if (perhaps && came.acked_in == 0) continue;
    const Nanoseconds held = filled.captured - came.datagram().captured;
    if (held <= 0) return;
    Sequel& sequel = sequel_of(came);
    if (sequel.held >= held) continue;
    sequel.held = held;
    sequel.held_until = filled.frame;
    sequel.held_for = sequence;
    sequel.perhaps = perhaps;
  }
}

void Analysis::send_message(const Command& command) {
  const Sending& sending = send(command);
  messages_ = true;
  Side& side = sender();
  const bool is_first = sending.attempts == 1 && !sending.has(Event::duplicate);
  const std::uint32_t limit = std::max(side.window != 0 ? side.window : max_window, mtu_);
  if (is_first) {
    side.in_flight += sending.length;
    carried_ += sending.length;
    // The sender would not have sent it: the capture lacks acknowledgements.
    if (side.in_flight > limit) side.in_flight = carried_;
  }
  longest_ = std::max(longest_, sending.length);
  datagram_->has_reliable = true;
  datagram_->set_in_flight(side.in_flight);
  datagram_->window_full = side.window != 0 && side.in_flight + longest_ > limit && !sending.has(Event::duplicate);
}

}  // namespace godot::analysis::enet
