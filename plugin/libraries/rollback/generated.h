// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the plugin adds to messages of godot-rollback-netcode.
#pragma once

#include "analysis/libraries/rollback/derived.h"
#include "analysis/libraries/rollback/problems.h"
#include "plugin/core/register/derived.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
using analysis::RollbackField;
}  // namespace godot::plugin

#define GODOT_ROWS_DERIVED RollbackField
#define GODOT_ROWS_FIELDS "analysis/libraries/rollback/derived.def"
#define GODOT_ROWS_EXPERT RollbackExpert
#define GODOT_ROWS_EXPERTS "plugin/libraries/rollback/experts.def"
#include "plugin/core/register/rows.inc"
