// SPDX-License-Identifier: MIT
// Who causes lag, in one line, if the numbers are clear: the network, the sender's tick, its throttle, a full window.
//
// - A verdict needs 20 datagrams and 10 round trips (of the direction with the longer ones: a capture beside one end
//   shortens those of the other end). "No reliable command lost" requires that nothing had to be sent again; unreliable
//   ones may have been lost behind the capture.
// - If an end sends commands again for a second or more after the other end's last datagram, the verdict is: no answer.
//   If commands were lost or sent again while the other end was silent for a second or more, there is no verdict.
// - In a capture that is not in the order of events, or whose times are too coarse, the verdict says so.
//
// It cannot know: losses after the last command that came; on which side of the capture something was lost.
#pragma once

#include <string>
#include <string_view>

#include "answers/questions/connections/connection_quality.h"
#include "answers/questions/connections/send_schedule.h"
#include "answers/tables/spread.h"

namespace godot::analysis::streams {

/// The verdict; empty if the numbers are not clear. `trips`: the connection's round trips.
[[nodiscard]] std::string verdict_of(const Side& side, const Side& other, const Schedule& schedule,
                                     const report::Spread& trips);

/// The verdict says that the sender is steady, and names no cause of lag.
[[nodiscard]] bool is_steady(std::string_view verdict) noexcept;

}  // namespace godot::analysis::streams
