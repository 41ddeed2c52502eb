// SPDX-License-Identifier: MIT
#include "answers/tables/cell_text.h"

#include <algorithm>
#include <cstdio>

#include "base/shown_text.h"
#include "codec/core/utf8.h"

namespace godot::analysis::report {
namespace {

constexpr std::size_t number_size = 48;

std::string format(double number, int decimals) {
  char text[number_size];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

}  // namespace

std::string printable(std::string_view text) { return without_acting(text, "?"); }

std::size_t width_of(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char letter) { return !continues_character(letter); }));
}

std::string text_of(const Column& column, const Cell& cell) {
  switch (cell.type) {
    case Cell::Type::empty: return {};
    case Cell::Type::text: return printable(cell.text);
    case Cell::Type::count: return std::to_string(cell.count);
    case Cell::Type::number: return format(cell.number, column.decimals);
  }
  return {};
}

}  // namespace godot::analysis::report
