// SPDX-License-Identifier: MIT
// Problems of connections over TCP: problems::Tcp.
#pragma once

#include "analysis/problems/problem_table.h"

#define GODOT_PROBLEMS Tcp
#define GODOT_PROBLEMS_ROWS "analysis/problems/tcp.def"
#include "analysis/problems/rows.inc"
