// SPDX-License-Identifier: MIT
// Pauses: an end that sends often is silent for a second or more, and what came behind tells why.
#include <algorithm>
#include <cstdint>

#include "analysis/enet/order/clock.h"
#include "analysis/enet/order/sent_commands.h"
#include "base/time.h"

namespace godot::analysis::enet {
namespace {

/// A datagram that comes so soon after a pause is evidence about the pause.
constexpr Nanoseconds right_after = second / 20;

}  // namespace

/// How often an end sends, and where it pauses.
void Analysis::keep_pace(Side& side, const Arrival& arrival) {
  constexpr Nanoseconds long_pause = second;
  constexpr Nanoseconds often = second / 10;
  constexpr std::uint32_t enough = 20;
  constexpr Nanoseconds weight = 8;
  const Nanoseconds interval = arrival.captured - side.captured;
  Side& other = receiver();
  const Nanoseconds quiet = std::max(other.quiet, arrival.captured - std::max(other.captured, side.captured));
  side.quiet = std::max(side.quiet, arrival.captured - std::max(other.captured, side.captured));
  other.quiet = 0;
  if (side.datagrams++ == 0) return;
  if (side.pause != nullptr && arrival.captured - side.pause->until <= right_after && is_client()) ++side.pause->burst;
  if (interval < long_pause) {
    side.pace += (interval - side.pace) / weight;
    return;
  }
  side.silences = {.longest = std::max(side.silences.longest, interval), .ended_at = arrival.captured};
  constexpr std::uint32_t most_pauses = 256;  // a hostile capture has one before each datagram
  if (side.datagrams <= enough || side.pace > often || left_in_ != 0 || pause_count_ == most_pauses) return;
  ++pause_count_;
  auto* pause = arena_.make<Pause>();
  *pause = {.last = side.last,
            .since = side.captured,
            .until = arrival.captured,
            .every = side.pace,
            .direction = direction_,
            .first = arrival.frame,
            .burst = 1,
            .heard_in = other.last,
            .quiet = quiet,
            .heard_at = other.captured,
            .sent_time = side.sent_time,
            .timed_at = side.timed ? side.timed_at : 0};
  constexpr Nanoseconds most = Nanoseconds{1} << 30;  // times of a hostile capture are a century apart
  const Nanoseconds steps = std::min(interval / std::max<Nanoseconds>(side.pace, 1), most);
  pause->expected = static_cast<std::uint32_t>(std::min(steps * side.messages / side.datagrams, most));
  side.pause = pause;
  put_beside(*pause, other.pause);
}

/// Joins the pauses of both ends, if they were at the same time.
void Analysis::put_beside(Pause& pause, Pause* other) noexcept {
  if (other == nullptr || other->until <= pause.since || pause.until <= other->since) return;
  pause.beside = other;
  other->beside = &pause;
}

/// Decides by the sender's clock whether a datagram that came just after a pause was sent after the pause or during it.
void Analysis::date_after_pause(Side& side, const Arrival& arrival) noexcept {
  constexpr Nanoseconds inexact = 3 * second / 10;
  Pause* pause = side.pause;
  if (pause == nullptr || !side.timed || arrival.captured - pause->until > right_after) return;
  const auto elapsed = static_cast<std::int16_t>(arrival.sent_time - side.sent_time);
  const bool in_pause = elapsed * millisecond + inexact < arrival.captured - side.timed_at;
  pause->of_link = pause->of_link || in_pause;
  pause->fresh = pause->fresh || !in_pause;
}

/// A clock that stood still stays behind. What was only under way so long comes as soon as before after a while.
void Analysis::follow_lag(const Side& side, const Arrival& arrival) noexcept {
  constexpr Nanoseconds after = second / 2;
  constexpr Nanoseconds inexact = 3 * second / 10;
  Pause* pause = side.pause;
  if (pause == nullptr || pause->timed_at == 0) return;
  const Nanoseconds passed = arrival.captured - pause->timed_at;
  if (passed >= half_turn) return;
  const auto elapsed = static_cast<std::int16_t>(arrival.sent_time - pause->sent_time);
  const Nanoseconds lag = passed - elapsed * millisecond;
  if (pause->lagged_at == 0) {
    pause->lagged_at = arrival.captured;
    pause->lag = lag;
  }
  if (arrival.captured - pause->lagged_at < after) return;
  const Nanoseconds difference = lag - pause->lag;
  const bool is_kept = difference < inexact && difference > -inexact;
  pause->kept_lag = pause->kept_lag || is_kept;
  pause->lost_lag = pause->lost_lag || !is_kept;
}

/// A message of any kind, which is counted for what its sender did in its last pause.
void Analysis::count_message() noexcept {
  Side& side = sender();
  ++side.messages;
  if (side.pause != nullptr && datagram_->captured - side.pause->until <= right_after) ++side.pause->messages;
}

/// Commands that are missing before one that was just captured.
void Analysis::count_missing(std::uint32_t missing, bool maybe_throttled) noexcept {
  constexpr Nanoseconds soon_after = second;
  Pause* pause = sender().pause;
  if (pause == nullptr) return;
  const Nanoseconds later = datagram_->captured - pause->until;
  pause->missing_soon += later < soon_after ? missing : 0;
  pause->missing += later < right_after ? missing : 0;
  // Messages dropped by the throttle are no evidence about the link.
  pause->of_link = pause->of_link || (!maybe_throttled && later < right_after);
}

/// An acknowledgement of a command that was sent in its sender's last pause: which of the transmissions arrived.
void Analysis::compare_with_pause(Sending& named, bool news) noexcept {
  constexpr Nanoseconds margin = second / 2;
  constexpr Nanoseconds quick = 4;
  Pause* pause = sender().pause;
  if (pause == nullptr) return;
  const Nanoseconds sent = named.datagram().captured;
  if (sent > pause->until && datagram_->captured - sent < pause->lag / quick) pause->is_prompt = true;
  const auto is_within = [&](const Sending& each) {
    const Nanoseconds time = each.datagram().captured;
    return time - pause->since > margin && pause->until - time > margin;
  };
  if (is_within(named)) ++pause->reached;
  if (!news) return;
  Sending* each = named.previous();
  for (int left = most_sendings; each != nullptr && left > 0; --left, each = each->previous())
    if (each->acked_in == 0 && is_within(*each)) ++pause->unreached;
}

/// The first acknowledgement after its sender's pause.
void Analysis::end_pause(Finding& acknowledgement) {
  Pause* pause = sender().pause;
  if (pause == nullptr || pause->answer != nullptr) return;
  pause->answer = &acknowledgement;
  sequel_of(acknowledgement).pause = pause;
}

/// An acknowledgement that comes just after its sender's pause, of a command that had come long before its end.
/// `kept`: its finding, or null.
void Analysis::show_pause(const Sending& named, Finding* kept) {
  constexpr Nanoseconds soon_after = second / 10;
  constexpr Nanoseconds long_wait = second / 2;
  Pause* pause = sender().pause;
  if (pause == nullptr || datagram_->captured - pause->until > soon_after) return;
  const Nanoseconds sent = named.datagram().captured;
  if (sent <= pause->since || pause->until - sent < long_wait) return;
  if (pause->shown == nullptr && kept != nullptr) {
    pause->shown = kept;
    sequel_of(*kept).pause = pause;
  }
  ++pause->waited;
}

const Pause* Analysis::pause_before(const Finding& finding) noexcept {
  const Pause* pause = finding.sequel() != nullptr ? finding.sequel()->pause : nullptr;
  return pause != nullptr && pause->answer == &finding ? pause : nullptr;
}

const Pause* Analysis::pause_shown_by(const Finding& finding) noexcept {
  const Pause* pause = finding.sequel() != nullptr ? finding.sequel()->pause : nullptr;
  return pause != nullptr && pause->shown == &finding ? pause : nullptr;
}

const Pause* Analysis::unanswered_pause(std::uint8_t direction, const Finding& finding) const noexcept {
  const Pause* pause = sides_[direction].pause;
  const Side& other = sides_[1 - direction];
  if (pause == nullptr || pause->resumed != &finding || !other.has_sent) return nullptr;
  return other.captured <= pause->until ? pause : nullptr;
}

}  // namespace godot::analysis::enet
