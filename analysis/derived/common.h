// SPDX-License-Identifier: MIT
// The derived fields that messages of several protocols have (who speaks to whom, bytes, problems), and their expert
// information.
#pragma once

namespace godot::analysis {

inline constexpr const char* blurb_of_problems = "Why something does not arrive:"
#define GODOT_PROBLEM_KIND(kind, ...) " " #kind
#include "analysis/problems/problem_kinds.def"
    ;

}  // namespace godot::analysis

#define GODOT_DERIVED_FIELD CommonField
#define GODOT_DERIVED_ROWS "analysis/derived/derived.def"
#include "analysis/derived/rows.inc"

#define GODOT_EXPERT_ID CommonExpert
#define GODOT_EXPERT_ROWS "analysis/derived/experts.def"
#include "analysis/derived/experts.inc"
