// SPDX-License-Identifier: MIT
// The fields that are derived from commands of netfox.
#pragma once

#define GODOT_DERIVED_FIELD NetfoxField
#define GODOT_DERIVED_ROWS "analysis/libraries/netfox/derived.def"
#include "analysis/derived/rows.inc"
