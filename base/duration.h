// SPDX-License-Identifier: MIT
// Durations as sentences and tables give them: in seconds and in milliseconds. With how many decimals is the sentence's
// own choice.
#pragma once

#include "base/time.h"

namespace godot::analysis {

[[nodiscard]] constexpr double in_seconds(Nanoseconds time) noexcept {
  return static_cast<double>(time) / static_cast<double>(second);
}
[[nodiscard]] constexpr double in_milliseconds(Nanoseconds time) noexcept {
  return static_cast<double>(time) / static_cast<double>(millisecond);
}

}  // namespace godot::analysis
