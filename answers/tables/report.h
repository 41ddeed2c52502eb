// SPDX-License-Identifier: MIT
// An answer: a table of rows, independent of its output (table_output.h).
#pragma once

#include <cstdint>
#include <string>
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

}  // namespace godot::analysis::report
