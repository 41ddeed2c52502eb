// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields and expert information of godot-rollback-netcode.
#pragma once

#include "analysis/libraries/rollback/derived.h"
#include "analysis/libraries/rollback/problems.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
using analysis::RollbackField;
}  // namespace godot::plugin

#define GODOT_ROWS_EXPERT RollbackExpert
#define GODOT_ROWS_EXPERTS "plugin/libraries/rollback/experts.def"
#include "plugin/core/register/rows.inc"
