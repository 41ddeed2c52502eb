// SPDX-License-Identifier: GPL-2.0-or-later
// Times between messages, as checks compare and tell them.
#pragma once

#include "plugin/analysis/account/checks/checks.h"

namespace godot::account {

/// How long from the message until then, in milliseconds.
[[nodiscard]] inline double until(const Subject& subject, std::int64_t time) noexcept {
  constexpr double millisecond = 1e6;
  return static_cast<double>(time - subject.time) / millisecond;
}

/// A game's frame takes no longer, as a rule: so late a call may be read. In milliseconds.
inline constexpr double soon = 20;

}  // namespace godot::account
