// SPDX-License-Identifier: MIT
// An answer: a table of rows, independent of its output. As text for users, as CSV and JSON for programs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/tables/compact_rows.h"
#include "answers/tables/not_judged.h"

namespace godot::analysis::report {

struct Column {
  const char* key;    ///< for programs: stable, lower case
  const char* title;  ///< the heading that people read
  enum class Type : std::uint8_t { text, count, number } type;
  int decimals;  ///< digits behind the point, of numbers
};

/// A column for programs only, told by the others.
struct Derived {
  const char* key;
  const char* (*of)(const Row& row);  ///< null: the column is empty
};

struct Report {
  std::string title;
  std::vector<Column> columns;
  std::vector<Derived> derived = {};
  CompactRows rows = {};
  Row sum = {};                            ///< the rows' sum; empty: the table has none
  std::vector<std::string> notes = {};     ///< sentences that are shown below the table
  std::vector<NotJudged> not_judged = {};  ///< why the rows may not be all; empty: they are
};

/// Receives an answer piece by piece.
using Output = std::function<void(std::string_view)>;
using Writer = void (*)(const Report& report, const Output& out);

/// For display: columns as wide as needed.
void write_text(const Report& report, const Output& out);

/// RFC 4180: the first line has the names of the columns. Without the sum, which readers compute themselves. The last
/// lines begin with "# ": what was not judged.
void write_csv(const Report& report, const Output& out);

/// An object: `rows` has an object for each row, one per line, with null for an empty cell; `complete` is true if
/// everything was judged; `not_judged` has the reasons why not.
void write_json(const Report& report, const Output& out);

/// A row as write_json() writes it: an object on a line of its own, without the line's end.
[[nodiscard]] std::string json_object(const Report& report, const Row& row);

/// What follows the rows in an object: `complete` and `not_judged`.
[[nodiscard]] std::string json_end(const Report& report);

/// The objects of `not_judged`, with commas between them.
[[nodiscard]] std::string json_list(const std::vector<NotJudged>& all);

/// What `write` writes of the report, as one text.
[[nodiscard]] std::string text_by(Writer write, const Report& report);

/// A cell as text for display.
[[nodiscard]] std::string text_of(const Column& column, const Cell& cell);

}  // namespace godot::analysis::report
