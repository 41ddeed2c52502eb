// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/rollback/generated.h"

#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD RollbackField
#define GODOT_ROWS_FIELDS "plugin/rollback/generated.def"
#define GODOT_ROWS_EXPERT RollbackExpert
#define GODOT_ROWS_EXPERTS "plugin/rollback/experts.def"
#define GODOT_ROWS_REGISTER register_generated_of_rollback
#include "plugin/core/rows.inc"
