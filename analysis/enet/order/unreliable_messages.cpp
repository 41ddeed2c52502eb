// SPDX-License-Identifier: MIT
// Unreliable and unsequenced messages, which may get lost.
#include <cstdint>

#include "analysis/enet/order/missing.h"
#include "analysis/enet/order/sent_commands.h"
#include "base/enet_sequence.h"

namespace godot::analysis::enet {

void Analysis::send_unreliable(const Command& command) {
  messages_ = true;
  Channel& channel = this->channel(sender(), command.channel);
  Finding finding;
  Position position{extend(channel.reference(), command.reliable_sequence), series_begin + command.sequence};
  // Numbers of unreliable messages begin with 1 after each reliable command, also in a capture that begins late.
  if (!channel.unreliable.begun() && channel.reliable.begun() && position.reliable > channel.base && !may_be_copies())
    channel.unreliable.begin_after({position.reliable, series_begin});
  const Position& last = channel.unreliable.last();
  if (last.reliable == position.reliable) position.sequence = extend(last.sequence, command.sequence);
  if (command.is_fragment()) {
    const Fragment part = fragment(command);
    position.fragment = part.number;
    position.fragments = part.count;
  }
  const Order::Seen seen = channel.unreliable.see(position, witness(), arena_);
  if (seen.arrival == Order::Arrival::ahead) {
    const MissingText text = missing_messages(seen.gap);
    if (!text.empty()) lose(finding, text, text.has_numbers());
  }
  if (seen.arrival == Order::Arrival::late) {
    finding.set(Event::out_of_order);
    if (seen.gap.before.reliable == position.reliable) sequel_of(finding).gap_shown_in = seen.gap.shown.frame;
    fill_gap(seen.gap);
  }
  if (seen.arrival == Order::Arrival::repeated) repeat(finding, 0);
  const bool is_whole = position.fragments == 1 && seen.arrival != Order::Arrival::repeated;
  const bool is_late = seen.arrival == Order::Arrival::late && is_delivered(channel);
  const bool in_series = channel.reliable.begun();
  if (is_whole && (is_late || (in_series && channel.reliable.complete_until(position.reliable + 1))))
    finding.set(Event::dropped);
  const bool waits = is_whole && in_series && !may_be_copies() && !channel.reliable.complete_until(position.reliable);
  Finding* kept = keep(finding, waits);
  count_unreliable(kept);
  if (waits) let_wait(channel, position.reliable, *kept);
  if (seen.arrival == Order::Arrival::ahead) channel.unreliable.shown_by(kept);
}

void Analysis::let_wait(Channel& channel, std::uint64_t reliable, Finding& finding) {
  if (channel.waiting == nullptr) channel.waiting = arena_.make<Waiting>();
  Waiting& waiting = *channel.waiting;
  if (waiting.count == waiting.messages.size()) return;
  waiting.messages[waiting.count++] = {.reliable = reliable, .finding = &finding, .since = datagram_->captured};
}

/// A reliable number has arrived. All consecutive reliable ones are delivered first; unreliable ones sent between them
/// are then too late.
void Analysis::release_waiting(Channel& channel, std::uint16_t sequence) {
  if (channel.waiting == nullptr) return;
  Waiting& waiting = *channel.waiting;
  std::uint8_t left = 0;
  for (std::uint8_t i = 0; i != waiting.count; ++i) {
    const Waiting::Message& message = waiting.messages[i];
    if (!channel.reliable.complete_until(message.reliable)) {
      waiting.messages[left++] = message;
    } else if (channel.reliable.complete_until(message.reliable + 1)) {
      message.finding->set(Event::dropped);
    } else {
      Sequel& sequel = sequel_of(*message.finding);
      sequel.held = datagram_->captured - message.since;
      sequel.held_until = datagram_->frame;
      sequel.held_for = sequence;
    }
  }
  waiting.count = left;
}

/// True if the receiver has delivered the latest unreliable message: it is complete, and waits for no reliable one.
bool Analysis::is_delivered(const Channel& channel) noexcept {
  const Position& last = channel.unreliable.last();
  if (!channel.unreliable.is_last_whole()) return false;
  if (!channel.reliable.begun() || last.reliable <= channel.base) return true;
  return channel.reliable.complete_until(last.reliable);
}

/// Whether the receiver takes an unsequenced message with this number, the first with it. It takes numbers of a window
/// of 1024 that begins at a multiple of that, and of the next 31 windows, with which the window moves there. Source:
/// enet_protocol_handle_send_unsequenced (libenet 1.3.17, Godot 4.6.3).
bool Analysis::takes_group(Side& side, std::uint16_t group) noexcept {
  constexpr unsigned window = 1024;        // ENET_PEER_UNSEQUENCED_WINDOW_SIZE of ENet, in numbers
  constexpr unsigned taken = 32 * window;  // ENET_PEER_FREE_UNSEQUENCED_WINDOWS of ENet is 32
  const bool is_first = !side.groups.begun();
  if (!is_first && static_cast<std::uint16_t>(group - side.first_group) >= taken) return false;
  side.first_group = static_cast<std::uint16_t>(group - group % window);
  return true;
}

void Analysis::send_unsequenced(const Command& command) {
  messages_ = true;
  Finding finding;
  Order& groups = sender().groups;
  if (!groups.begun() && whole_) groups.begin_after({0, series_begin});
  const std::uint64_t reference = groups.begun() ? groups.last().sequence : series_begin;
  const Position position{0, extend(reference, command.sequence)};
  const bool is_taken = takes_group(sender(), command.sequence);
  const Order::Seen seen = groups.see(position, witness(), arena_);
  if (seen.arrival == Order::Arrival::ahead) {
    MissingText text;
    text.add_numbers(seen.gap.after.sequence + 1, position.sequence);
    lose(finding, text, true);
  }
  if (seen.arrival == Order::Arrival::late) {
    finding.set(Event::out_of_order);
    if (seen.gap.after != Position{}) sequel_of(finding).gap_shown_in = seen.gap.shown.frame;
    fill_gap(seen.gap);
  }
  if (seen.arrival == Order::Arrival::repeated) repeat(finding, 0);
  else if (!is_taken) finding.set(Event::dropped);
  Finding* kept = keep(finding);
  count_unreliable(kept);
  if (seen.arrival == Order::Arrival::ahead) groups.shown_by(kept);
}

}  // namespace godot::analysis::enet
