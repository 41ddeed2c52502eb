// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/generated.h"

#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD NetfoxField
#define GODOT_ROWS_FIELDS "plugin/netfox/generated.def"
#define GODOT_ROWS_EXPERT NetfoxExpert
#define GODOT_ROWS_EXPERTS "plugin/netfox/experts.def"
#define GODOT_ROWS_REGISTER register_generated_of_netfox
#include "plugin/core/rows.inc"
