// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields and expert information of streams of values.
#pragma once

#include "plugin/core/register/rows.h"

#define GODOT_ROWS_FIELD VariantField
#define GODOT_ROWS_FIELDS "plugin/variant/derived.def"
#define GODOT_ROWS_EXPERT VariantExpert
#define GODOT_ROWS_EXPERTS "plugin/variant/experts.def"
#include "plugin/core/register/rows.inc"
