// SPDX-License-Identifier: MIT
// One direction of one player's link: decides for each datagram whether and when it goes on.
//
// In this order: random loss; the wait while the link stands still, and before the limited bandwidth; the delay.
// Without `reorder`, datagrams keep their order whatever their delays are, as behind the queues of routers: one with a
// short delay waits for the one before it.
#pragma once

#include <optional>

#include "codec/relay/relay_fate.h"
#include "extcap/relay/dice.h"
#include "extcap/relay/faults.h"

namespace godotdump::relay {

using godot::relay::Outcome;

/// What happens to a datagram.
struct Verdict {
  Outcome outcome = Outcome::passed;
  Time due = 0;              ///< when it goes on
  std::optional<Time> copy;  ///< when its copy goes on
  Time queued = 0;           ///< the part of its wait before the bandwidth, or while the link stood still
  Time held_back = 0;        ///< the part in which others may overtake it
};

class Direction {
 public:
  Direction(std::uint64_t seed, unsigned player, Way way) : dice_(seed, player, way) {}

  /// `size`: bytes on the wire. Times of calls do not decrease.
  [[nodiscard]] Verdict decide(const Faults& faults, std::size_t size, Time now);

  /// Nothing goes on before this time.
  void stand_still(Time until) { still_until_ = std::max(still_until_, until); }

 private:
  bool is_in_burst(const Faults::Burst& burst, double moves);

  Dice dice_;
  bool in_burst_ = false;
  Time still_until_ = 0;
  Time busy_until_ = 0;  // until then the limited bandwidth is taken
  Time last_due_ = 0;
};

}  // namespace godotdump::relay
