// SPDX-License-Identifier: GPL-2.0-or-later
// The time of a packet in nanoseconds, the unit of modules that do not depend on Wireshark.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "base/clamped.h"
#include "base/time.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"

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

/// A packet's time: since 1970, which a time reference that the user sets does not change, and since the first packet.
struct Times {
  nstime_t absolute = {};
  nstime_t relative = {};
};
/// For packets without a time (simple packet blocks of pcapng), which have that of the one before.
struct OtherTimes {
  Times last;
  std::unordered_map<std::uint32_t, Times> by_frame;
};

[[nodiscard]] inline Times times_of(const packet_info* pinfo) {
  OtherTimes& others = of_capture<OtherTimes>();
  const Times own = {.absolute = pinfo->abs_ts, .relative = pinfo->rel_ts};
  const bool has_own = (pinfo->rec->presence_flags & WTAP_HAS_TS) != 0;
  if (has_own && is_first_pass(pinfo)) others.last = own;
  return has_own ? own : others.by_frame.try_emplace(frame_number(pinfo), others.last).first->second;
}

/// From 1970 to 2116.
[[nodiscard]] inline std::int64_t absolute_time(const packet_info* pinfo) {
  return nanoseconds(times_of(pinfo).absolute, 0, analysis::most_time);
}
[[nodiscard]] inline std::int64_t relative_time(const packet_info* pinfo) {
  return nanoseconds(times_of(pinfo).relative);
}

}  // namespace godot::plugin
