// SPDX-License-Identifier: MIT
// The frames of the datagrams that a relay which makes the network worse on purpose (godotdump) has passed or dropped:
// it says what it did with each, and captures the datagram on both sides.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/number_hash.h"
#include "codec/relay/relay_fate.h"

namespace godot::analysis {

/// A datagram's fate, and its frames.
struct Relayed {
  relay::Fate fate;
  std::uint32_t arrived_in = 0;  ///< 0: not in the capture (so far)
  std::uint32_t sent_in = 0;
  std::uint32_t copy_in = 0;
  bool both_sides = false;   ///< the capture has both sides, as far as is known
  std::int64_t arrived = 0;  ///< when it reached the relay, in nanoseconds
  std::int64_t sent = 0;

  [[nodiscard]] bool is_sent() const noexcept { return fate.outcome == relay::Outcome::sent; }
  /// The frame of the same datagram on the other side; 0: none so far.
  [[nodiscard]] std::uint32_t other_in() const noexcept { return is_sent() ? arrived_in : sent_in; }
};

/// The relayed frames of a capture.
class RelayedFrames {
 public:
  /// A frame with this fate, captured at `time`. The datagram's other frames learn of it. Merged captures may have two
  /// datagrams of one number: the first counts.
  void add(std::uint32_t frame, const relay::Fate& fate, std::int64_t time);

  /// No frame has been added.
  [[nodiscard]] bool empty() const noexcept { return frames_.empty(); }

  /// What is known of a frame that has been added; false: it has not.
  [[nodiscard]] bool find(std::uint32_t frame, Relayed& found) const;

 private:
  struct Datagram {
    std::uint32_t arrived_in = 0;
    std::uint32_t sent_in = 0;
    std::uint32_t copy_in = 0;
    std::int64_t arrived = 0;
    std::int64_t sent = 0;
  };
  struct Frame {
    relay::Fate fate;
    const Datagram* datagram;
  };

  std::unordered_map<std::uint64_t, Datagram, NumberHash> datagrams_;  ///< by player, direction and number
  std::unordered_map<std::uint32_t, Frame, NumberHash> frames_;
  bool has_both_sides_ = false;
};

}  // namespace godot::analysis
