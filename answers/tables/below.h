// SPDX-License-Identifier: MIT
// What a window or a program that reads rows shows below those of a table: what was not judged. A window makes each
// column as wide as its longest text, and is itself as wide as few of them: there the lines are short.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "answers/tables/report.h"
#include "answers/tables/unjudged.h"

namespace godot::analysis::report {

struct LinesBelow {
  std::size_t column = 0;  ///< of the report, in which they stand
  std::vector<std::string> lines;
};

/// The lines of what is open; nothing if nothing is, and there are rows.
[[nodiscard]] LinesBelow lines_below(const Report& report, const std::vector<NotJudged>& open, bool in_window);

/// The words of a text in lines of at most `width` bytes, as many words in each as fit; a longer word is a line of its
/// own.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace godot::analysis::report
