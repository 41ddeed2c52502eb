// SPDX-License-Identifier: GPL-2.0-or-later
// What helps against a problem, in a sentence: for those who do not see the packet, on which more is said.
#pragma once

#include <string_view>

namespace godot::problems {

/// By the problem's cause, else by its kind (godot.problem); null: nobody has written one.
[[nodiscard]] const char* remedy_of(std::string_view kind, std::string_view cause) noexcept;

}  // namespace godot::problems
