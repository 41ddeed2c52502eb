// SPDX-License-Identifier: MIT
// Delays between messages, for checks.
#pragma once

#include "analysis/message/account/checks/checks.h"
#include "base/duration.h"
#include "base/time.h"

namespace godot::analysis::account {

/// The time from the message until `time`, in milliseconds.
[[nodiscard]] inline double until(const Subject& subject, std::int64_t time) noexcept {
  return in_milliseconds(time - subject.time);
}

/// The longest frame of a game, as a rule: a call may be read this much later. In milliseconds.
inline constexpr double one_game_frame = 20;

/// A node that is removed from the tree (change_scene_to_file(), remove_child()) is still found until it is freed, at
/// the end of a frame of its game, which may be a long one: that of a change of scene loads one. In milliseconds.
inline constexpr double freed_within = 100;

inline constexpr double one_second = 1000;  ///< one second as a number of milliseconds

}  // namespace godot::analysis::account
