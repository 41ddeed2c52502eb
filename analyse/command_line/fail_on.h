// SPDX-License-Identifier: MIT
// --fail-on KIND: problems at which the program fails.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/tables/report.h"

namespace godot::analyse {

/// The kinds of problems, in the order of their rows.
[[nodiscard]] std::vector<std::string> kinds_of_problems();

/// What is wrong with a kind of --fail-on, which may be `all`; empty: nothing.
[[nodiscard]] std::string wrong_kind(const std::string& kind);

/// The number of problems of those kinds. `problems`: as godot,problems answers.
[[nodiscard]] std::uint64_t failures(const analysis::report::Report& problems, const std::vector<std::string>& kinds);

}  // namespace godot::analyse
