// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/mirror/generated.h"

#define GODOT_ROWS_FIELD MirrorField
#define GODOT_ROWS_FIELDS "plugin/mirror/generated.def"
#define GODOT_ROWS_REGISTER register_generated_of_mirror
#include "plugin/core/rows.inc"
