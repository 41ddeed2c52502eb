// SPDX-License-Identifier: MIT
#include "analysis/enet/order/smoothed_round_trips.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace godot::analysis::enet {

const SmoothedRoundTrips::Step* SmoothedRoundTrips::step_at(std::uint32_t frame) const noexcept {
  const Step* behind = std::upper_bound(steps_, steps_ + count_, frame,
                                        [](std::uint32_t wanted, const Step& step) { return wanted < step.frame; });
  return behind != steps_ ? behind - 1 : nullptr;
}

void SmoothedRoundTrips::add(std::uint32_t frame, Nanoseconds time, const Arena& arena) {
  constexpr Nanoseconds weight = 8;
  constexpr Nanoseconds part = 8;  // smaller changes are not stored
  constexpr Nanoseconds most = std::numeric_limits<std::uint32_t>::max();
  smoothed_ = smoothed_ < 0 ? time : smoothed_ + (time - smoothed_) / weight;
  const Nanoseconds kept = at(frame);
  if (kept >= 0 && std::abs(smoothed_ - kept) <= kept / part) return;
  const auto now = static_cast<std::uint32_t>(std::min(smoothed_ / microsecond, most));
  if (count_ != 0 && steps_[count_ - 1].frame == frame) {
    steps_[count_ - 1].microseconds = now;
    return;
  }
  if (count_ == room_) {
    room_ = std::max(room_ * 2, 4U);
    auto* steps = arena.make<Step>(room_);
    std::copy_n(steps_, count_, steps);
    steps_ = steps;
  }
  steps_[count_++] = {.frame = frame, .microseconds = now};
}

Nanoseconds SmoothedRoundTrips::at(std::uint32_t frame) const noexcept {
  const Step* step = step_at(frame);
  return step != nullptr ? step->microseconds * microsecond : -1;
}

}  // namespace godot::analysis::enet
