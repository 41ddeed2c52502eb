// SPDX-License-Identifier: MIT
// Whether the capture has everything that passed it. What it lacks was not lost by the network, nor left unsent:
// verdicts about losses are withheld. Independent of Wireshark.
#pragma once

#include <cstdint>

namespace godot::analysis {

/// Of a capture; frames are 0 if there is no such evidence.
struct Completeness {
  std::uint32_t cut_in = 0;    ///< the first datagram of which the capture has only the beginning ("snapped")
  std::uint32_t lacks_in = 0;  ///< the first acknowledgement of a command that was sent, and that the capture lacks
  std::int64_t last_at = 0;    ///< when the latest datagram was captured, in nanoseconds

  [[nodiscard]] bool whole() const noexcept { return cut_in == 0 && lacks_in == 0; }
  [[nodiscard]] bool cut() const noexcept { return cut_in != 0; }
};

}  // namespace godot::analysis
