// SPDX-License-Identifier: MIT
#include "answers/tables/shown_cell.h"

#include <cmath>
#include <cstdio>
#include <limits>

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

ShownCell::Type type_of(const Column& column) noexcept {
  if (column.type == Column::Type::text) return ShownCell::Type::text;
  const bool is_whole = column.type == Column::Type::count || column.decimals == 0;
  return is_whole ? ShownCell::Type::whole : ShownCell::Type::number;
}

ShownCell shown(const Column& column, const Cell& cell, Decimals decimals) {
  const ShownCell::Type type = type_of(column);
  if (type == ShownCell::Type::text) return {.type = type, .text = text_of(column, cell)};
  if (cell.type != Cell::Type::count && cell.type != Cell::Type::number) return {};
  const double number =
      cell.type == Cell::Type::number ? rounded(cell.number, column.decimals) : static_cast<double>(cell.count);
  const bool fits = number >= 0 && number <= std::numeric_limits<std::uint32_t>::max();
  if (type == ShownCell::Type::whole && fits) return {.type = type, .whole = static_cast<std::uint32_t>(number)};
  if (type == ShownCell::Type::number && decimals == Decimals::always_six_for_readers)
    return {.type = ShownCell::Type::text, .text = padded(number, column.decimals)};
  // The column's format for a whole number cannot write another one.
  if (type == ShownCell::Type::whole && decimals == Decimals::of_column) return {};
  return {.type = ShownCell::Type::number, .number = number};
}

}  // namespace godot::analysis::report
