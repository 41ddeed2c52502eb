// SPDX-License-Identifier: MIT
// Problems as lines, each when its packet has been read: for a pipe that goes on, and for a program that reads lines.
#pragma once

#include <memory>
#include <string>

#include "answers/options/request.h"
#include "answers/tables/report.h"

namespace godot::analyse {

/// `as_json`: an object a line (columns of analysis::problems::columns_of_found()); otherwise for people. The lines of
/// a frame are written to standard output, which is flushed, before the next frame is read.
[[nodiscard]] std::unique_ptr<analysis::Request> make_watch(bool as_json);

/// What follows the last problem: what was not judged, by the table of problems of the same frames. As JSON an object
/// with `complete` and `not_judged`, as a table has them.
[[nodiscard]] std::string end_of_watch(const analysis::report::Report& problems, bool as_json);

}  // namespace godot::analyse
