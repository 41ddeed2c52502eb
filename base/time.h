// SPDX-License-Identifier: MIT
// Times and durations: nanoseconds, by the capture's clock.
#pragma once

#include <cstdint>

namespace godot::analysis {

using Nanoseconds = std::int64_t;
inline constexpr Nanoseconds microsecond = 1000;
inline constexpr Nanoseconds millisecond = 1000 * microsecond;
inline constexpr Nanoseconds second = 1000 * millisecond;
inline constexpr double nanosecond = 1e-9;  ///< one nanosecond as a number of seconds

}  // namespace godot::analysis
