// SPDX-License-Identifier: MIT
#include "answers/questions/connections/held_arrivals.h"

#include <algorithm>

#include "base/time.h"

namespace godot::analysis::streams {

void HeldArrivals::add(facts::Time now, facts::Time other_last) noexcept {
  constexpr facts::Time long_wait = 250 * millisecond;
  constexpr facts::Time at_once = 20 * millisecond;
  constexpr std::uint32_t enough = 20;
  constexpr std::uint32_t more_than_steps = 12;
  constexpr facts::Time weight = 8;
  const facts::Time before = last_;
  const facts::Time interval = now - before;
  last_ = now;
  if (seen_++ == 0) return;
  if (interval >= long_wait) {
    const bool other_goes_on = other_last - before >= interval / 2;
    pause_ = seen_ > enough && other_goes_on ? interval : 0;
    resumed_ = now;
    burst_ = 1;
    return;
  }
  if (burst_ != 0 && now - resumed_ <= at_once) {
    ++burst_;
  } else {
    burst_ = 0;
    pause_ = 0;
    every_ += (interval - every_) / weight;
  }
  if (pause_ == 0 || burst_ < more_than_steps || burst_ < pause_ / 2 / std::max(every_, millisecond)) return;
  ++count_;
  longest_ = std::max(longest_, pause_);
  pause_ = 0;
}

}  // namespace godot::analysis::streams
