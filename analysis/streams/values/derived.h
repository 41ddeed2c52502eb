// SPDX-License-Identifier: MIT
// Derived fields and expert information of streams of values.
#pragma once

#define GODOT_DERIVED_FIELD VariantField
#define GODOT_DERIVED_ROWS "analysis/streams/values/derived.def"
#include "analysis/derived/rows.inc"

#define GODOT_EXPERT_ID VariantExpert
#define GODOT_EXPERT_ROWS "analysis/streams/values/experts.def"
#include "analysis/derived/experts.inc"
