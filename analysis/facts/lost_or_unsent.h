// SPDX-License-Identifier: MIT
// Decides whether missing messages of one direction were lost by the network or never sent.
//
// ENet's throttle drops unreliable messages at the sender, with their numbers, while round trips are slow; it never
// touches reliable ones. So the share of lost reliable messages is the network's loss, and the unreliable ones
// missing beyond that were never sent. A single gap is no evidence. A reliable message that is lost before the capture
// and sent again before the next one leaves no gap; but what loses messages loses acknowledgements, too: commands that
// were sent again count as lost, those of both directions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/time.h"

namespace godot::analysis::facts {

/// Commands of one direction.
struct Tally {
  std::uint64_t reliable = 0;          ///< that request an acknowledgement, including retransmissions
  std::uint64_t reliable_missing = 0;  ///< in gaps of their numbers, without those that were only overtaken
  std::uint64_t sent_again = 0;        ///< transmissions that were not acknowledged until the next one, nor later
  std::uint64_t unreliable = 0;        ///< that request no acknowledgement
  std::uint64_t unreliable_missing = 0;
  /// Signs that a network, or a relay, lies between the ends: reliable commands that were lost, doubled or overtaken.
  std::uint64_t disturbed = 0;
  std::uint64_t unseen = 0;  ///< acknowledgements of commands that the capture does not have
  /// The shortest time, in nanoseconds, until this end's acknowledgement of a command sent once was captured.
  std::int64_t answered_within = std::numeric_limits<std::int64_t>::max();

  /// The share of unreliable commands that the capture lacks.
  [[nodiscard]] double absent() const noexcept {
    const std::uint64_t all = unreliable + unreliable_missing;
    return all == 0 ? 0 : static_cast<double>(unreliable_missing) / static_cast<double>(all);
  }

  /// Reliable commands that the network may have lost, with their acknowledgements.
  [[nodiscard]] std::uint64_t reliable_lost() const noexcept { return reliable_missing + sent_again; }

  /// A lower bound of the share of unreliable commands that were never sent: the network may have lost three deviations
  /// more of them than of the reliable ones. `other`: the direction back.
  [[nodiscard]] double unsent(const Tally& other) const noexcept {
    const double here = unsent_if(reliable_lost(), reliable + reliable_missing);
    return std::min(here, unsent_if(reliable_lost() + other.reliable_lost(),
                                    reliable + reliable_missing + other.reliable + other.reliable_missing));
  }

  /// The same, if of `of` commands `lost` were.
  [[nodiscard]] double unsent_if(std::uint64_t lost, std::uint64_t of) const noexcept {
    constexpr double deviations = 3;
    const auto count = static_cast<double>(lost);
    const auto all = static_cast<double>(of);
    const double lost_at_most = all != 0 ? (count + deviations * (1 + std::sqrt(count + 1))) / all : 1;
    return lost_at_most < 1 ? std::max(0.0, (absent() - lost_at_most) / (1 - lost_at_most)) : 0;
  }

  /// True if there are enough unreliable commands for a decision about the throttle.
  [[nodiscard]] bool has_enough_samples() const noexcept { return unreliable >= 50; }

  /// The missing commands were more likely never sent than lost: this end is near the capture, so no network is in
  /// between, and far fewer of its reliable commands are missing. For the other end this is not known: a lost reliable
  /// command that is retransmitted before the next one leaves no gap.
  [[nodiscard]] bool throttled(const Tally& other) const noexcept {
    constexpr Nanoseconds beside = millisecond;
    constexpr std::uint64_t enough = 20;
    if (answered_within > beside || reliable < enough) return false;
    const auto few = [this](std::uint64_t lost, std::uint64_t of) {
      return static_cast<double>(lost) < absent() / 2 * static_cast<double>(of);
    };
    return few(reliable_lost(), reliable) && few(reliable_lost() + other.reliable_lost(), reliable + other.reliable);
  }

  /// The same if both ends are on one machine (`other`: the direction back): nothing is lost there, unless a relay does
  /// it, which disturbs reliable commands, too. More is missing than a capture that lacks some of all frames explains.
  [[nodiscard]] bool throttled_on_one_machine(const Tally& other) const noexcept {
    constexpr std::uint64_t enough = 20;
    return reliable >= enough && unreliable_missing != 0 && is_undisturbed(other) && unsent_beside(other) > 0;
  }

  /// On one machine: what is missing was never sent, or the capture lacks it. Nothing is known to be lost.
  [[nodiscard]] bool unseen_on_one_machine(const Tally& other) const noexcept {
    return is_undisturbed(other) && unsent_beside(other) <= 0;
  }

  /// The share that was never sent, in a capture that may lack frames of either direction.
  [[nodiscard]] double unsent_beside(const Tally& other) const noexcept {
    return unsent_if(reliable_missing + other.reliable_missing,
                     reliable + reliable_missing + other.reliable + other.reliable_missing);
  }

  [[nodiscard]] bool is_undisturbed(const Tally& other) const noexcept {
    return disturbed == 0 && other.disturbed == 0;
  }
};

}  // namespace godot::analysis::facts
