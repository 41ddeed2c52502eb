// SPDX-License-Identifier: MIT
// Derived fields of noray.
#pragma once

#define GODOT_DERIVED_FIELD NorayField
#define GODOT_DERIVED_ROWS "analysis/noray/derived.def"
#include "analysis/derived/rows.inc"
