// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields and expert information of ENet.
#pragma once

#include "analysis/enet/shown/derived.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
using analysis::EnetField;
}  // namespace godot::plugin

#define GODOT_ROWS_EXPERT EnetExpert
#define GODOT_ROWS_EXPERTS "plugin/enet/experts.def"
#include "plugin/core/register/rows.inc"
