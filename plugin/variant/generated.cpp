// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/generated.h"

#define GODOT_ROWS_FIELD VariantField
#define GODOT_ROWS_FIELDS "plugin/variant/generated.def"
#define GODOT_ROWS_EXPERT VariantExpert
#define GODOT_ROWS_EXPERTS "plugin/variant/experts.def"
#define GODOT_ROWS_REGISTER register_generated_of_variant
#include "plugin/core/rows.inc"
