// SPDX-License-Identifier: MIT
// Patterns of paths: * stands for any text, ? for one character.
#pragma once

#include <string_view>

namespace godot::analysis {

/// Time: at most the product of both lengths.
[[nodiscard]] bool fits(std::string_view pattern, std::string_view text) noexcept;

}  // namespace godot::analysis
