// SPDX-License-Identifier: GPL-2.0-or-later
// The time of a packet in nanoseconds, the unit of modules that do not depend on Wireshark.
#pragma once

#include <cstdint>

#include "plugin/core/bridge.h"

namespace godot::plugin {

[[nodiscard]] inline std::int64_t nanoseconds(const nstime_t& time) noexcept {
  constexpr std::int64_t second = 1'000'000'000;
  return static_cast<std::int64_t>(time.secs) * second + time.nsecs;
}

/// Not changed by a time reference that the user sets.
[[nodiscard]] inline std::int64_t absolute_time(const packet_info* pinfo) noexcept {
  return nanoseconds(pinfo->abs_ts);
}

}  // namespace godot::plugin
