// SPDX-License-Identifier: MIT
// Problems as lines, each when its packet has been read: for a pipe that goes on, and for a program that reads lines.
#pragma once

#include <string>

#include "answers/questions/problems/problems_table.h"
#include "answers/tables/report.h"

namespace godot::analyse {

/// Writes each problem to standard output, as a line that a reader of the pipe has at once. `as_json`: an object of
/// columns_of_found(); otherwise for people.
[[nodiscard]] analysis::problems::OnFound print_found(bool as_json);

/// What follows the last problem: what was not judged, by the table that the problems are of. As JSON an object with
/// `complete` and `not_judged`, as a table has them.
[[nodiscard]] std::string end_of_watch(const analysis::report::Report& problems, bool as_json);

}  // namespace godot::analyse
