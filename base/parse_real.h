// SPDX-License-Identifier: MIT
// Real numbers in texts. Neither the program's locale matters, nor whether the library has std::from_chars for them.
#pragma once

#include <optional>
#include <string_view>

namespace godot::analysis {

/// The number that is all of the text: a sign, digits, perhaps with a point, an exponent ("-1.5e+3", "2", ".5"); the
/// nearest one. Empty: the text is none, has more than 64 bytes, or the number is too large.
[[nodiscard]] std::optional<double> real_in(std::string_view text) noexcept;

}  // namespace godot::analysis
