// SPDX-License-Identifier: MIT
// Acknowledgements: which transmission each confirms, and what is readable from then on.
#include <algorithm>
#include <cstdint>

#include "analysis/enet/order/sent_commands.h"

namespace godot::analysis::enet {

void Analysis::acknowledge(const Command& command) {
  Finding finding;
  const Acknowledgement body = acknowledgement(command);
  Side& side = receiver();
  if (side.clock.known()) {
    finding.ack_rtt_reported = side.clock.since(body.sent_time, datagram_->captured);
    finding.set(Event::has_ack_rtt_reported);
  }
  Channel* channel = side.channels.find(channel_key(command.channel));
  Sending* latest = channel == nullptr ? nullptr : channel->find(body.reliable_sequence);
  const bool news = latest != nullptr && !latest->settled;
  if (latest != nullptr) settle(side, *latest);
  Sending* named = latest == nullptr ? nullptr : latest->find(body.sent_time);
  if (named == nullptr) {
    finding.set(Event::ack_unseen);
    if (news) release(*channel);
    ++side.tally.unseen;
    if (should_have(channel, body.reliable_sequence)) miss_acknowledged(command, body, latest != nullptr);
  } else {
    finding.other = named->datagram().frame;
    finding.type = named->type;
    if (named->datagram().compressed) side.compressed_read = true;
    if (named->type == CommandType::disconnect && left_acked_in_ == 0) left_acked_in_ = datagram_->frame;
    if (named->acked_in != 0) {
      finding.set(Event::duplicate_ack);
    } else {
      // Receivers acknowledge each transmission: earlier ones were lost, or their acknowledgements were.
      if (news && named->previous() != nullptr) {
        hold_behind(*channel, body.reliable_sequence, named->datagram(), true);
        ++side.tally.disturbed;
      }
      named->acked_in = datagram_->frame;
      extend_reached(side, *named, datagram_->frame);
      if (news) release(*channel);
      // It had arrived, and its sender was impatient.
      if (named != latest && side.tally.sent_again != 0) --side.tally.sent_again;
      measure(*latest, *named, finding);
    }
  }
  Finding* kept = keep(finding);
  if (named != nullptr) compare_with_pause(*named, news);
  if (kept != nullptr) end_pause(*kept);
  if (named != nullptr) show_pause(*named, kept);
}

/// The capture lacks what this acknowledges, and should have it. `is_known`: it has another transmission.
void Analysis::miss_acknowledged(const Command& command, const Acknowledgement& body, bool is_known) noexcept {
  if (!is_known) {
    receiver().acked_unseen = true;
    foretell(command, body.reliable_sequence, body.sent_time);
  }
  if (lacks_in_ == 0) lacks_in_ = datagram_->frame;
}

/// The time from the transmission that is acknowledged to this acknowledgement, the first one.
void Analysis::measure(const Sending& latest, const Sending& named, Finding& finding) noexcept {
  finding.set(Event::has_ack_rtt);
  const Nanoseconds delay = datagram_->captured - named.datagram().captured;
  finding.set_delay(delay);
  // A negative time occurs in merged captures; it is no measurement.
  if (latest.attempts != 1 || delay < 0) return;
  std::int64_t& least = sender().tally.answered_within;
  least = std::min(least, delay);
  receiver().longest_trip = std::max(receiver().longest_trip, delay);
}

void Analysis::extend_reached(Side& side, const Sending& named, std::uint32_t acked_in) noexcept {
  side.reached.longest = std::max<std::uint32_t>(side.reached.longest, named.length);
  if (named.datagram().captured < side.reached.sent_at) return;
  side.reached.sent_at = named.datagram().captured;
  side.reached.acked_in = acked_in;
}

void Analysis::settle(Side& side, Sending& latest) noexcept {
  if (latest.settled) return;
  latest.settled = side.was_answered = true;
  if (latest.has_sequel) latest.sequel()->left_in = 0;
  if (latest.previous() != nullptr) latest.earliest().set(Event::never_acknowledged, false);
  side.in_flight -= std::min<std::uint32_t>(side.in_flight, latest.length);
}

/// Commands that were acknowledged, and those before them, too, now.
void Analysis::release(Channel& channel) noexcept {
  for (;; ++channel.open) {
    Sending* sending = channel.sendings.find(static_cast<std::uint16_t>(channel.open));
    if (sending == nullptr || sending->number != static_cast<std::uint32_t>(channel.open) || !sending->settled) return;
    if (sending->acked_in != datagram_->frame) sequel_of(*sending).released_at = datagram_->captured;
  }
}

Nanoseconds Analysis::readable_since(std::uint8_t direction, std::uint8_t channel,
                                     std::uint16_t sequence) const noexcept {
  const Channel* found = sides_[direction].channels.find(channel_key(channel));
  const Sending* sending = found != nullptr ? found->find(sequence) : nullptr;
  if (sending == nullptr || !sending->settled || sending->number >= static_cast<std::uint32_t>(found->open)) return 0;
  const Nanoseconds released = sending->has_sequel ? sending->sequel()->released_at : 0;
  return std::max(released, sending->datagram().captured);
}

}  // namespace godot::analysis::enet
