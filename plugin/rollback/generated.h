// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the plugin adds to messages of godot-rollback-netcode.
#pragma once

#include "plugin/core/generated.h"

#define GODOT_ROWS_FIELD RollbackField
#define GODOT_ROWS_FIELDS "plugin/rollback/generated.def"
#define GODOT_ROWS_EXPERT RollbackExpert
#define GODOT_ROWS_EXPERTS "plugin/rollback/experts.def"
#include "plugin/core/rows.inc"

namespace godot::plugin {

/// The protocols must be registered before.
void register_generated_of_rollback();

}  // namespace godot::plugin
