// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the plugin adds to what netfox sends.
#pragma once

#include "analysis/netfox/problems.h"
#include "plugin/core/generated.h"
#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD NetfoxField
#define GODOT_ROWS_FIELDS "plugin/netfox/generated.def"
#define GODOT_ROWS_EXPERT NetfoxExpert
#define GODOT_ROWS_EXPERTS "plugin/netfox/experts.def"
#include "plugin/core/rows.inc"
