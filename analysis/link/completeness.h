// SPDX-License-Identifier: MIT
// Whether the capture has everything that passed it, in the order in which it happened, and with times. What it lacks
// was not lost by the network, nor left unsent: verdicts about losses are withheld. Captures of two ends that were
// merged have their frames in the order of two clocks. Independent of Wireshark.
#pragma once

#include <cstdint>

namespace godot::analysis {

/// Of a capture; frames are 0 if there is no such evidence.
struct Completeness {
  std::uint32_t cut_in = 0;     ///< the first datagram of which the capture has only the beginning ("snapped")
  std::uint32_t lacks_in = 0;   ///< the first acknowledgement of a command that was sent, and that the capture lacks
  std::uint32_t unread_in = 0;  ///< the same, where datagrams between the two ends could not be read: it may be in one
  std::uint32_t disordered_in = 0;  ///< the first datagram that is not where it belongs in the order of events
  bool coarse = false;              ///< its times are so coarse that they do not tell one datagram from the next
  std::int64_t last_at = 0;         ///< when the latest datagram was captured, in nanoseconds

  [[nodiscard]] bool whole() const noexcept {
    return cut_in == 0 && lacks_in == 0 && unread_in == 0 && disordered_in == 0;
  }
  [[nodiscard]] bool cut() const noexcept { return cut_in != 0; }
  /// What comes first in it happened first.
  [[nodiscard]] bool in_order() const noexcept { return disordered_in == 0; }
  /// The time between two of its datagrams is the time that passed.
  [[nodiscard]] bool timed() const noexcept { return in_order() && !coarse; }
};

/// The steps of a capture's clock, from the times of its datagrams.
class ClockSteps {
 public:
  void add(std::int64_t time) noexcept {
    if (count_++ != 0) {
      const std::int64_t step = time - last_;
      if (step == 0) ++equal_;
      else if (step > 0 && step < least_) least_ = step;
    }
    last_ = time;
  }

  /// Many datagrams share a time, and none comes within a millisecond of another time. A finer clock gives two
  /// datagrams one time only by chance.
  [[nodiscard]] bool coarse() const noexcept {
    constexpr std::uint32_t enough = 8;
    constexpr std::uint32_t part = 4;
    constexpr std::int64_t fine = 1'000'000;
    return count_ >= enough && equal_ >= count_ / part && least_ > fine;
  }

 private:
  std::int64_t last_ = 0;
  std::int64_t least_ = INT64_MAX;
  std::uint32_t count_ = 0;
  std::uint32_t equal_ = 0;
};

}  // namespace godot::analysis
