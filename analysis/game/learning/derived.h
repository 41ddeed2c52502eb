// SPDX-License-Identifier: MIT
// Derived fields and expert information of the user's projects.
#pragma once

#define GODOT_DERIVED_FIELD ProjectField
#define GODOT_DERIVED_ROWS "analysis/game/learning/derived.def"
#include "analysis/derived/rows.inc"

#define GODOT_EXPERT_ID ProjectExpert
#define GODOT_EXPERT_ROWS "analysis/game/learning/experts.def"
#include "analysis/derived/experts.inc"
