// SPDX-License-Identifier: GPL-2.0-or-later
// The time of a packet in nanoseconds, the unit of modules that do not depend on Wireshark.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/clamped.h"
#include "base/time.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Captures may have any time: those that no arithmetic bears become the nearest that it does.
[[nodiscard]] inline std::int64_t nanoseconds(const nstime_t& time, std::int64_t least, std::int64_t most) noexcept {
  const std::int64_t seconds = std::clamp<std::int64_t>(time.secs, least / analysis::second, most / analysis::second);
  return std::clamp(seconds * analysis::second + time.nsecs, least, most);
}

/// A time since the capture's first packet: up to 73 years before or after it.
[[nodiscard]] inline std::int64_t nanoseconds(const nstime_t& time) noexcept {
  return nanoseconds(time, -analysis::most_time / 2, analysis::most_time / 2);
}

[[nodiscard]] inline nstime_t nstime(std::int64_t nanoseconds) noexcept {
  return {.secs = static_cast<time_t>(nanoseconds / analysis::second),
          .nsecs = static_cast<int>(nanoseconds % analysis::second)};
}

/// The time that is this many nanoseconds before another.
[[nodiscard]] inline nstime_t before(const nstime_t& time, std::int64_t nanoseconds) {
  const nstime_t gone = nstime(nanoseconds);
  nstime_t then;
  nstime_delta(&then, &time, &gone);
  return then;
}

/// From 1970 to 2116. Not changed by a time reference that the user sets.
[[nodiscard]] inline std::int64_t absolute_time(const packet_info* pinfo) noexcept {
  return nanoseconds(pinfo->abs_ts, 0, analysis::most_time);
}

}  // namespace godot::plugin
