// SPDX-License-Identifier: MIT
// Derived fields of players who meet by WebRTC.
#pragma once

#define GODOT_DERIVED_FIELD IceField
#define GODOT_DERIVED_ROWS "analysis/ice/derived.def"
#include "analysis/derived/rows.inc"
