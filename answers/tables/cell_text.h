// SPDX-License-Identifier: MIT
// The text of a cell: the form of its number, or its text without characters that a terminal acts on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "answers/tables/report.h"

namespace godot::analysis::report {

/// Names are chosen by senders: characters that a terminal acts on become question marks.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns on a screen: the number of characters of a UTF-8 text.
[[nodiscard]] std::size_t width_of(std::string_view text) noexcept;

/// A cell as text for display: a number with the decimals of its column; "" if it is empty.
[[nodiscard]] std::string text_of(const Column& column, const Cell& cell);

}  // namespace godot::analysis::report
