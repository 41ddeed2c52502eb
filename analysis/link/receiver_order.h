// SPDX-License-Identifier: MIT
// The order in which a receiver delivers messages of one direction. Over TCP it is the order of their frames. ENet
// delivers the reliable messages of a channel by their numbers: a retransmitted one arrives in a later frame, and is
// delivered before those that waited for it (see analysis/enet/delivery/delivery.h).
#pragma once

#include <cstdint>

#include "base/enet_sequence.h"

namespace godot::analysis {

struct Turn {
  std::uint16_t number = 0;  ///< its reliable sequence number
  std::uint8_t channel = 0;
  bool numbered = false;  ///< it is reliable, and the two above are known
  bool waits = false;     ///< its receiver holds it back on arrival: earlier ones are missing
};

/// True if the numbers of both determine their order of delivery.
[[nodiscard]] constexpr bool have_an_order(const Turn& one, const Turn& other) noexcept {
  return one.numbered && other.numbered && one.channel == other.channel;
}

/// True if a receiver has certainly delivered `earlier`, which arrived in an earlier frame, before `later`.
[[nodiscard]] constexpr bool comes_first(const Turn& earlier, const Turn& later) noexcept {
  return have_an_order(earlier, later) ? !analysis::later(earlier.number, later.number) : !earlier.waits;
}

}  // namespace godot::analysis
