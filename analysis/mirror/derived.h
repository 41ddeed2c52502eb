// SPDX-License-Identifier: MIT
// Derived fields of records of the mirror.
#pragma once

#define GODOT_DERIVED_FIELD MirrorField
#define GODOT_DERIVED_ROWS "analysis/mirror/derived.def"
#include "analysis/derived/rows.inc"
