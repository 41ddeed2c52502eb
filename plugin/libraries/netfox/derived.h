// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields and expert information of netfox.
#pragma once

#include "analysis/libraries/netfox/derived.h"
#include "analysis/libraries/netfox/problems.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
using analysis::NetfoxField;
}  // namespace godot::plugin

#define GODOT_ROWS_EXPERT NetfoxExpert
#define GODOT_ROWS_EXPERTS "plugin/libraries/netfox/experts.def"
#include "plugin/core/register/rows.inc"
