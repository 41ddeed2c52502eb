// SPDX-License-Identifier: MIT
// Data that netfox drops or cannot use: problems::Netfox.
#pragma once

#include "analysis/problems/problem_table.h"

#define GODOT_PROBLEMS Netfox
#define GODOT_PROBLEMS_ROWS "analysis/libraries/netfox/problems.def"
#include "analysis/problems/rows.inc"
