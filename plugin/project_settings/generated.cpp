// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/project_settings/generated.h"

#define GODOT_ROWS_FIELD ProjectField
#define GODOT_ROWS_FIELDS "plugin/project_settings/generated.def"
#define GODOT_ROWS_EXPERT ProjectExpert
#define GODOT_ROWS_EXPERTS "plugin/project_settings/experts.def"
#define GODOT_ROWS_REGISTER register_generated_of_project_settings
#include "plugin/core/rows.inc"
