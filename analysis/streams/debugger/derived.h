// SPDX-License-Identifier: MIT
// Derived fields and expert information of the debugger.
#pragma once

#define GODOT_DERIVED_FIELD DebuggerField
#define GODOT_DERIVED_ROWS "analysis/streams/debugger/derived.def"
#include "analysis/derived/rows.inc"

#define GODOT_EXPERT_ID DebuggerExpert
#define GODOT_EXPERT_ROWS "analysis/streams/debugger/experts.def"
#include "analysis/derived/experts.inc"
