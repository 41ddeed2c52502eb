// SPDX-License-Identifier: GPL-2.0-or-later
// When a receiver hands a message on, compared with others of the same direction. Over TCP that is the order of their
// frames. ENet hands the reliable messages of a channel on by their numbers: one that was lost and sent again comes in
// a later frame, and before those that have waited for it (see plugin/analysis/enet/delivery.h).
#pragma once

#include <cstdint>

#include "plugin/analysis/enet/sequence.h"

namespace godot::analysis {

struct Turn {
  std::uint16_t number = 0;  ///< its reliable sequence number
  std::uint8_t channel = 0;
  bool numbered = false;  ///< it is reliable, and the two above are known
  bool waits = false;     ///< when it comes, its receiver holds it back: earlier ones are missing
};

/// True if the numbers of both tell which is handed on first.
[[nodiscard]] constexpr bool have_an_order(const Turn& one, const Turn& other) noexcept {
  return one.numbered && other.numbered && one.channel == other.channel;
}

/// True if a receiver has certainly handed `earlier`, which came in an earlier frame, on before `later`.
[[nodiscard]] constexpr bool comes_first(const Turn& earlier, const Turn& later) noexcept {
  return have_an_order(earlier, later) ? !enet::later(earlier.number, later.number) : !earlier.waits;
}

}  // namespace godot::analysis
