// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields and expert information of the debugger.
#pragma once

#include "plugin/core/register/rows.h"

#define GODOT_ROWS_FIELD DebuggerField
#define GODOT_ROWS_FIELDS "plugin/debugger/derived.def"
#define GODOT_ROWS_EXPERT DebuggerExpert
#define GODOT_ROWS_EXPERTS "plugin/debugger/experts.def"
#include "plugin/core/register/rows.inc"
