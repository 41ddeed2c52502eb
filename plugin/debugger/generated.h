// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the debugger's dissector adds to those of the wire.
#pragma once

#include "plugin/core/register/generated.h"

#define GODOT_ROWS_FIELD DebuggerField
#define GODOT_ROWS_FIELDS "plugin/debugger/generated.def"
#define GODOT_ROWS_EXPERT DebuggerExpert
#define GODOT_ROWS_EXPERTS "plugin/debugger/experts.def"
#include "plugin/core/register/rows.inc"
