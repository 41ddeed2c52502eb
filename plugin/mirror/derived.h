// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields of the mirror.
#pragma once

#include "plugin/core/register/rows.h"

#define GODOT_ROWS_FIELD MirrorField
#define GODOT_ROWS_FIELDS "plugin/mirror/derived.def"
#include "plugin/core/register/rows.inc"
