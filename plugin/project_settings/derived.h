// SPDX-License-Identifier: GPL-2.0-or-later
// Expert information about the user's projects.
#pragma once

#include "plugin/core/register/rows.h"

#define GODOT_ROWS_FIELD ProjectField
#define GODOT_ROWS_FIELDS "plugin/project_settings/derived.def"
#define GODOT_ROWS_EXPERT ProjectExpert
#define GODOT_ROWS_EXPERTS "plugin/project_settings/experts.def"
#include "plugin/core/register/rows.inc"
