// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the dissector of Variants adds to the fields of the wire.
#pragma once

#include "plugin/core/register/generated.h"

#define GODOT_ROWS_FIELD VariantField
#define GODOT_ROWS_FIELDS "plugin/variant/generated.def"
#define GODOT_ROWS_EXPERT VariantExpert
#define GODOT_ROWS_EXPERTS "plugin/variant/experts.def"
#include "plugin/core/register/rows.inc"
