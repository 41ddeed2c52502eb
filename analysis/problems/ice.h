// SPDX-License-Identifier: MIT
// Problems of players who meet by WebRTC: problems::Ice.
#pragma once

#include "analysis/problems/problem_table.h"

#define GODOT_PROBLEMS Ice
#define GODOT_PROBLEMS_ROWS "analysis/problems/ice.def"
#include "analysis/problems/rows.inc"
