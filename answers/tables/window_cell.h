// SPDX-License-Identifier: MIT
// A table's cell as a window shows it that knows whole numbers, numbers and texts, and sorts rows by one of its
// columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/tables/not_judged.h"
#include "answers/tables/report.h"

namespace godot::analysis::report {

struct WindowCell {
  enum class Type : std::uint8_t { empty, whole, number, text };

  Type type = Type::empty;
  std::uint32_t whole = 0;
  double number = 0;
  std::string text = {};
};

/// How the window writes a number that is not whole.
enum class Decimals : std::uint8_t { of_column, always_six, always_six_for_readers };

/// What the cells of a column are, if they have content.
[[nodiscard]] WindowCell::Type type_of(const Column& column) noexcept;

/// When the window sorts rows, it takes both cells for what the first one is: a text beside a number would be a wrong
/// pointer. So a number that is unknown is empty. `always_six_for_readers` makes numbers to texts with the column's
/// decimals; spaces in front keep the order of rows sorted by it.
[[nodiscard]] WindowCell window_cell(const Column& column, const Cell& cell, Decimals decimals);

/// The rows of a window: each begins with its position in the answer, by which the window sorts a new table, 0 for the
/// sum. `open`: what was not judged; its lines stand below the rows, always where there are none. `in_window`: false:
/// for programs.
[[nodiscard]] std::vector<std::vector<WindowCell>> window_rows(const Report& report, const std::vector<NotJudged>& open,
                                                               Decimals decimals, bool in_window);

}  // namespace godot::analysis::report
