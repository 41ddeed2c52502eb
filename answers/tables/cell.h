// SPDX-License-Identifier: MIT
// A value in a table, or nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis::report {

/// Unknown cells are left empty.
struct Cell {
  enum class Type : std::uint8_t { empty, text, count, number } type = Type::empty;
  std::uint64_t count = 0;
  double number = 0;
  std::string text = {};

  [[nodiscard]] static Cell of(std::string_view text) { return {.type = Type::text, .text = std::string(text)}; }
  [[nodiscard]] static Cell of(std::uint64_t count) { return {.type = Type::count, .count = count}; }
  [[nodiscard]] static Cell of(double number) { return {.type = Type::number, .number = number}; }
};

using Row = std::vector<Cell>;

}  // namespace godot::analysis::report
