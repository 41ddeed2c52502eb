// SPDX-License-Identifier: MIT
// What goes wrong with godot-rollback-netcode: problems::Rollback.
#pragma once

#include "analysis/problems/problem_table.h"

#define GODOT_PROBLEMS Rollback
#define GODOT_PROBLEMS_ROWS "analysis/libraries/rollback/problems.def"
#include "analysis/problems/rows.inc"
