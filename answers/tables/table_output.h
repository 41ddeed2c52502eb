// SPDX-License-Identifier: MIT
// How tables are written: as text for users, as CSV and JSON for programs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/tables/report.h"

namespace godot::analysis::report {

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

}  // namespace godot::analysis::report
