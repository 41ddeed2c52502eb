// SPDX-License-Identifier: MIT
#include "answers/tables/window_cell.h"

#include <cmath>
#include <cstdio>
#include <limits>

#include "answers/tables/below.h"
#include "answers/tables/cell_text.h"
#include "answers/tables/table_output.h"

namespace godot::analysis::report {
namespace {

double rounded(double number, int decimals) {
  constexpr double base = 10;
  const double scale = std::pow(base, decimals);
  return std::round(number * scale) / scale;
}

std::string padded(double number, int decimals) {
  char text[400];  // the largest number has 309 digits
  std::snprintf(text, sizeof text, "%14.*f", decimals, number);
  return text;
}

}  // namespace

WindowCell::Type type_of(const Column& column) noexcept {
  if (column.type == Column::Type::text) return WindowCell::Type::text;
  const bool is_whole = column.type == Column::Type::count || column.decimals == 0;
  return is_whole ? WindowCell::Type::whole : WindowCell::Type::number;
}

WindowCell window_cell(const Column& column, const Cell& cell, Decimals decimals) {
  const WindowCell::Type type = type_of(column);
  if (type == WindowCell::Type::text) return {.type = type, .text = text_of(column, cell)};
  if (cell.type != Cell::Type::count && cell.type != Cell::Type::number) return {};
  const double number =
      cell.type == Cell::Type::number ? rounded(cell.number, column.decimals) : static_cast<double>(cell.count);
  const bool fits = number >= 0 && number <= std::numeric_limits<std::uint32_t>::max();
  if (type == WindowCell::Type::whole && fits) return {.type = type, .whole = static_cast<std::uint32_t>(number)};
  if (type == WindowCell::Type::number && decimals == Decimals::always_six_for_readers)
    return {.type = WindowCell::Type::text, .text = padded(number, column.decimals)};
  // The column's format for a whole number cannot write another one.
  if (type == WindowCell::Type::whole && decimals == Decimals::of_column) return {};
  return {.type = WindowCell::Type::number, .number = number};
}

namespace {

WindowCell rank(std::size_t number) {
  return {.type = WindowCell::Type::whole, .whole = static_cast<std::uint32_t>(number)};
}

std::vector<WindowCell> window_row(const Report& report, const Row& cells, std::size_t number, Decimals decimals) {
  std::vector<WindowCell> row = {rank(number)};
  for (std::size_t i = 0; i != cells.size(); ++i) row.push_back(window_cell(report.columns[i], cells[i], decimals));
  row.resize(report.columns.size() + 1);
  return row;
}

/// A row with a text alone. Its rank keeps it below the others in a window; for programs it has the sum's. (Wireshark
/// shows no row whose first cell is empty.)
std::vector<WindowCell> line_row(const Report& report, std::size_t column, const std::string& line,
                                 std::size_t number) {
  std::vector<WindowCell> row(report.columns.size() + 1);
  row[0] = rank(number);
  row[column + 1] = {.type = WindowCell::Type::text, .text = line};
  return row;
}

}  // namespace

std::vector<std::vector<WindowCell>> window_rows(const Report& report, const std::vector<NotJudged>& open,
                                                 Decimals decimals, bool in_window) {
  std::vector<std::vector<WindowCell>> all;
  for (const Row& row : report.rows) all.push_back(window_row(report, row, all.size() + 1, decimals));
  if (!report.sum.empty() && !report.rows.empty()) all.push_back(window_row(report, report.sum, 0, decimals));
  const LinesBelow below = lines_below(report, open, in_window);
  for (const std::string& line : below.lines)
    all.push_back(line_row(report, below.column, line, in_window ? all.size() + 1 : 0));
  return all;
}

}  // namespace godot::analysis::report
