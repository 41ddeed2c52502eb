// SPDX-License-Identifier: MIT
// The functions that make the tables of libraries of games, one for each row (analysis/libraries.def).
#pragma once

#include <memory>

#include "answers/tables/question.h"

namespace godot::analysis {

#define GODOT_LIBRARY_TABLE(maker, ...) std::unique_ptr<report::Question> maker(const report::TableOptions& options);
#include "analysis/libraries.def"

}  // namespace godot::analysis
