// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the plugin adds to messages of godot-rollback-netcode.
#pragma once

#include "analysis/rollback/problems.h"
#include "plugin/core/generated.h"
#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD RollbackField
#define GODOT_ROWS_FIELDS "plugin/rollback/generated.def"
#define GODOT_ROWS_EXPERT RollbackExpert
#define GODOT_ROWS_EXPERTS "plugin/rollback/experts.def"
#include "plugin/core/rows.inc"
