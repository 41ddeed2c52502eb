// SPDX-License-Identifier: MIT
// Derived fields and expert information of commands of netfox.
#pragma once

#define GODOT_DERIVED_FIELD NetfoxField
#define GODOT_DERIVED_ROWS "analysis/libraries/netfox/derived.def"
#include "analysis/derived/rows.inc"

#define GODOT_EXPERT_ID NetfoxExpert
#define GODOT_EXPERT_ROWS "analysis/libraries/netfox/experts.def"
#include "analysis/derived/experts.inc"
