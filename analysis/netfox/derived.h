// SPDX-License-Identifier: MIT
// The fields that are derived from commands of netfox.
#pragma once

#define GODOT_DERIVED_FIELD NetfoxField
#define GODOT_DERIVED_ROWS "analysis/netfox/derived.def"
#include "analysis/calls/derived.inc"
