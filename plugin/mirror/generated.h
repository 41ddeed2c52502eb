// SPDX-License-Identifier: GPL-2.0-or-later
// Fields that the mirror's dissector adds to those of the records.
#pragma once

#include "plugin/core/register/generated.h"

#define GODOT_ROWS_FIELD MirrorField
#define GODOT_ROWS_FIELDS "plugin/mirror/generated.def"
#include "plugin/core/register/rows.inc"
