// SPDX-License-Identifier: GPL-2.0-or-later
// The time of a packet in nanoseconds, the unit of modules that do not depend on Wireshark.
#pragma once

#include <cstdint>

#include "base/time.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

[[nodiscard]] inline std::int64_t nanoseconds(const nstime_t& time) noexcept {
  return static_cast<std::int64_t>(time.secs) * analysis::second + time.nsecs;
}

[[nodiscard]] inline nstime_t nstime(std::int64_t nanoseconds) noexcept {
  return {.secs = static_cast<time_t>(nanoseconds / analysis::second),
          .nsecs = static_cast<int>(nanoseconds % analysis::second)};
}

/// Not changed by a time reference that the user sets.
[[nodiscard]] inline std::int64_t absolute_time(const packet_info* pinfo) noexcept {
  return nanoseconds(pinfo->abs_ts);
}

}  // namespace godot::plugin
