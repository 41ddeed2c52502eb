// SPDX-License-Identifier: MIT
// Evaluates expressions of whole numbers as scripts write them: `1 << 2`, `(7 - 1)`, `0b11`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace godot::analysis::project {

/// None if the value is not certain: the expression has names, fractions or calls, or a result does not fit.
[[nodiscard]] std::optional<std::int64_t> constant_value(std::string_view expression) noexcept;

}  // namespace godot::analysis::project
