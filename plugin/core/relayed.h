// SPDX-License-Identifier: GPL-2.0-or-later
// What a relay that makes the network worse on purpose (godotdump) did to a datagram: it says so in the packet's
// comment, and captures the datagram on both sides.
#pragma once

#include "codec/link/fate.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// A datagram's fate, and its frames.
struct Relayed {
  link::Fate fate;
  std::uint32_t arrived_in = 0;  ///< 0: not in the capture (so far)
  std::uint32_t sent_in = 0;
  std::uint32_t copy_in = 0;
  bool both_sides = false;   ///< the capture has both sides, as far as is known
  std::int64_t arrived = 0;  ///< when, in nanoseconds
  std::int64_t sent = 0;

  [[nodiscard]] bool is_sent() const { return fate.outcome == link::Outcome::sent; }
  /// The frame of the same datagram on the other side; 0: none so far.
  [[nodiscard]] std::uint32_t other_in() const { return is_sent() ? arrived_in : sent_in; }
};

/// False: the frame is not of such a relay, or has not been dissected yet.
bool relayed(const packet_info* pinfo, Relayed& found);

}  // namespace godot::plugin
