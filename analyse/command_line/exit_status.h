// SPDX-License-Identifier: MIT
// The exit statuses of godot-analyse (docs/analyse.md); 0: answered.
#pragma once

namespace godot::analyse {

inline constexpr int found_a_problem = 1;  ///< of a kind that --fail-on names: the capture was read
inline constexpr int could_not_read = 2;

}  // namespace godot::analyse
