// SPDX-License-Identifier: MIT
// The smoothed round trip of a direction at each frame of the capture: how long its commands wait until they are
// acknowledged. Each command's own time is measured in command_findings.h (Finding::ack_rtt()).
//
// Memory: 8 bytes for each change of a round trip time by an eighth, at most twice that while the list grows.
#pragma once

#include <cstdint>

#include "base/arena.h"
#include "base/time.h"

namespace godot::analysis::enet {

/// The times until acknowledgement of one direction's commands, in capture order.
class SmoothedRoundTrips {
 public:
  /// An acknowledgement in `frame`; frames must not decrease.
  void add(std::uint32_t frame, Nanoseconds time, const Arena& arena);

  /// The smoothed time when the capture had reached a frame; -1: none so far.
  [[nodiscard]] Nanoseconds at(std::uint32_t frame) const noexcept;

 private:
  struct Step {
    std::uint32_t frame;
    std::uint32_t microseconds;
  };
  [[nodiscard]] const Step* step_at(std::uint32_t frame) const noexcept;

  Nanoseconds smoothed_ = -1;
  Step* steps_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;
};

}  // namespace godot::analysis::enet
