// SPDX-License-Identifier: MIT
// Problems of players who meet by noray: problems::Noray.
#pragma once

#include "analysis/problems/problem_table.h"

#define GODOT_PROBLEMS Noray
#define GODOT_PROBLEMS_ROWS "analysis/problems/noray.def"
#include "analysis/problems/rows.inc"
