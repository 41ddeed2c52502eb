// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/generated.h"

#define GODOT_ROWS_FIELD DebuggerField
#define GODOT_ROWS_FIELDS "plugin/debugger/generated.def"
#define GODOT_ROWS_EXPERT DebuggerExpert
#define GODOT_ROWS_EXPERTS "plugin/debugger/experts.def"
#define GODOT_ROWS_REGISTER register_generated_of_debugger
#include "plugin/core/rows.inc"
