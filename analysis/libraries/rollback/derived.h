// SPDX-License-Identifier: MIT
// The fields that are derived from messages of godot-rollback-netcode.
#pragma once

#define GODOT_DERIVED_FIELD RollbackField
#define GODOT_DERIVED_ROWS "analysis/libraries/rollback/derived.def"
#include "analysis/derived/rows.inc"
