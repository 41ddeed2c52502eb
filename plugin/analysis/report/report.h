// SPDX-License-Identifier: GPL-2.0-or-later
// An answer: a table of rows, whatever shows it. As text for people, as CSV and JSON for programs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace godot::report {

struct Column {
  const char* key;    ///< for programs: stable, lower case
  const char* title;  ///< for people
  enum class Type : std::uint8_t { text, count, number } type;
  int decimals;  ///< of numbers
};

/// A value, or nothing: what nobody knows is left empty.
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

struct Report {
  std::string title;
  std::vector<Column> columns;
  std::vector<Row> rows = {};
  Row sum = {};                         ///< the rows' sum; empty: the table has none
  std::vector<std::string> notes = {};  ///< below the table
};

/// For people: columns as wide as they need to be.
[[nodiscard]] std::string as_text(const Report& report);

/// RFC 4180: the first line names the columns. Without the sum, which readers make themselves.
[[nodiscard]] std::string as_csv(const Report& report);

/// An array of objects, a line each. Cells that are empty are null.
[[nodiscard]] std::string as_json(const Report& report);

/// A cell as people read it.
[[nodiscard]] std::string text_of(const Column& column, const Cell& cell);

}  // namespace godot::report
