// SPDX-License-Identifier: MIT
// Signs that the capture lacks datagrams, or has them in another order than that of events.
#include <algorithm>
#include <cstdint>

#include "analysis/enet/order/sent_commands.h"
#include "base/enet_sequence.h"
#include "base/time.h"

namespace godot::analysis::enet {

/// True if the capture's first commands may be retransmissions of earlier ones.
bool Analysis::may_be_copies() const noexcept {
  constexpr Nanoseconds sent_again_within = 2 * second;
  return !whole_ && datagram_->captured - began_at_ < sent_again_within;
}

/// True if the capture began before the receiver's peer sent this command, which is acknowledged now.
bool Analysis::should_have(const Channel* channel, std::uint16_t sequence) const noexcept {
  if (may_be_copies()) return false;
  if (channel == nullptr || !(channel->reliable.begun() || channel->unreliable.begun())) return whole_;
  return extend(channel->reference(), sequence) > channel->base && channel->base != 0;
}

/// Nothing came for a second or more, and now commands of both ends are missing. Beside either of them, the capture
/// would have had what that one sent.
void Analysis::suspect_hole() noexcept {
  constexpr Nanoseconds soon = 3 * second / 10;
  if (lacks_in_ != 0 || resumed_at_ == 0 || datagram_->captured - resumed_at_ > soon) return;
  misses_[direction_] = true;
  if (misses_[0] && misses_[1]) lacks_in_ = datagram_->frame;
}

/// ENet waits no longer for an acknowledgement before it sends a command again: the round trip and four times its
/// variation, or half a second before they are measured (enet_protocol_check_timeouts in protocol.c).
Nanoseconds Analysis::patience() const noexcept {
  constexpr Nanoseconds at_least = second;
  constexpr Nanoseconds first_wait = second / 2;
  constexpr int trips = 6;
  constexpr Nanoseconds longest = 3600 * second;  // times of the capture may be anything
  const Nanoseconds trip = std::min(longest, std::max(sides_[0].longest_trip, sides_[1].longest_trip));
  return std::max(at_least, first_wait + trips * trip);
}

/// Reliable numbers that stay missing although their sender goes on: it would have sent them again, and again, until
/// they arrive. So they did arrive, and the capture lacks them. One that is beside the capture (it answers within a
/// millisecond) has no network before it that can lose its first repetition. Only the last number of a gap is judged,
/// which was sent just before the command that shows it: ENet repeats earlier ones later and later.
void Analysis::expect_missing(const Channel& channel) noexcept {
  constexpr int repetitions = 4;
  if (lacks_in_ != 0) return;
  const Gap* gap = channel.reliable.first_gap();
  if (gap == nullptr || gap->shown.finding == nullptr) return;
  const auto& shown = static_cast<const Sending&>(*gap->shown.finding);
  if (static_cast<std::uint32_t>(gap->before.sequence) != shown.number) return;
  const bool is_beside = sender().tally.answered_within <= millisecond;
  const Nanoseconds enough = is_beside ? patience() : repetitions * patience();
  if (datagram_->captured - shown.datagram().captured >= enough) lacks_in_ = datagram_->frame;
}

/// This transmission is acknowledged, and the capture does not have it: perhaps it comes later.
void Analysis::foretell(const Command& command, std::uint16_t sequence, std::uint16_t sent_time) noexcept {
  Side& side = receiver();
  if (disordered_in_ != 0 || side.foretold_count == side.foretold.size()) return;
  side.foretold[side.foretold_count++] = {command.channel, sequence, sent_time};
}

void Analysis::check_foretold(const Command& command) noexcept {
  constexpr std::uint8_t enough = 2;  // one may be a copy by the network, of a datagram that the capture lacks
  Side& side = sender();
  if (!datagram_->has_sent_time) return;
  for (std::uint8_t i = 0; i != side.foretold_count; ++i) {
    const Foretold& each = side.foretold[i];
    const bool is_it = each.channel == command.channel && each.sequence == command.reliable_sequence &&
                       each.sent_time == datagram_->sent_time;
    if (!is_it) continue;
    side.foretold[i] = side.foretold[--side.foretold_count];
    if (++foretold_ == enough && disordered_in_ == 0) disordered_in_ = datagram_->frame;
    return;
  }
}

/// Finds a command whose acknowledgement the capture lacks: its sender goes on sending, and has not sent it again for
/// longer than ENet waits for an acknowledgement. While ENet repeats an earlier command, it does not look at later ones
/// (peer->nextTimeout).
void Analysis::expect_acknowledgements(Channel& channel, std::uint64_t number) noexcept {
  const Side& side = sender();
  if (!side.was_answered || lacks_in_ != 0) return;
  if (channel.checked == 0) channel.checked = number;
  const Nanoseconds patience = this->patience();
  // A command of a few bytes may leave out half of all numbers: the next commands go on where this one stops.
  constexpr unsigned most_absent = 128;
  channel.checked = std::max<std::uint64_t>(channel.checked, number - one_round / 2);
  for (unsigned absent = 0; channel.checked < number; ++channel.checked) {
    const Sending* sending = channel.find(static_cast<std::uint16_t>(channel.checked));
    if (sending == nullptr && ++absent == most_absent) return;
    const bool is_open = sending != nullptr && !sending->settled && sending->attempts == 1 &&
                         sending->type != CommandType::connect && sending->type != CommandType::verify_connect;
    if (!is_open) continue;
    if (datagram_->captured - std::max({sending->first_at(), side.resumed_at, side.repeats_until}) < patience) return;
    lacks_in_ = datagram_->frame;
    return;
  }
}

}  // namespace godot::analysis::enet
