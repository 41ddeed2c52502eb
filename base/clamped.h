// SPDX-License-Identifier: MIT
// Numbers from outside, as far as arithmetic bears them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace godot::analysis {

/// Nanoseconds since 1970: until 2116. Times from 0 to this one have differences whose differences fit, too.
inline constexpr std::int64_t most_time = (std::int64_t{1} << 62) - 1;

/// The time that is `passed` later than `time`, or the last one that the type holds. `time`: from 0 to most_time.
[[nodiscard]] constexpr std::int64_t after(std::int64_t time, std::int64_t passed) noexcept {
  return time + std::min(passed, std::numeric_limits<std::int64_t>::max() - time);
}

/// The nearest whole number of this type, rounded toward zero; 0 for what is no number.
template <class Whole>
[[nodiscard]] constexpr Whole saturated(double value) noexcept {
  constexpr Whole least = std::numeric_limits<Whole>::min();
  constexpr Whole most = std::numeric_limits<Whole>::max();
  if (!(value == value)) return 0;
  if (value <= static_cast<double>(least)) return least;
  if (value >= static_cast<double>(most)) return most;
  return static_cast<Whole>(value);
}

}  // namespace godot::analysis
