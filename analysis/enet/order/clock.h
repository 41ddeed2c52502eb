// SPDX-License-Identifier: MIT
// Estimates a sender's clock from the sent times of its datagrams.
#pragma once

#include <array>
#include <cstdint>

#include "base/time.h"

namespace godot::analysis::enet {

/// Sent times that are further apart than half a turn of 16 bits of milliseconds cannot be compared.
inline constexpr Nanoseconds half_turn = 32 * second;

/// A datagram's sent time is the sender's clock minus an unknown transit time. The datagram with the least transit time
/// gives the best estimate. Clocks drift, so only the last half minute to minute counts.
class Clock {
 public:
  /// A datagram of this sender.
  void see(Nanoseconds captured, std::uint16_t sent_time) noexcept;

  [[nodiscard]] bool known() const noexcept { return known_; }

  /// Milliseconds of the sender's clock since its `sent_time`; 0 if that seems to lie in the future.
  [[nodiscard]] std::uint16_t since(std::uint16_t sent_time, Nanoseconds captured) const noexcept;

 private:
  std::array<std::int64_t, 2> offsets_ = {};  // microseconds between both clocks: of this period and of the last one
  Nanoseconds period_ = 0;                    // when this period began
  bool known_ = false;
};

}  // namespace godot::analysis::enet
