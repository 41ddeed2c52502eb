// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that ENet's dissector adds to the fields of the wire.
#pragma once

#include "analysis/enet/shown/items.h"
#include "plugin/core/register/derived.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
using EnetField = analysis::enet::Row;
}  // namespace godot::plugin

#define GODOT_ROWS_DERIVED EnetField
#define GODOT_ROWS_FIELDS "analysis/enet/shown/derived.def"
#define GODOT_ROWS_EXPERT EnetExpert
#define GODOT_ROWS_EXPERTS "plugin/enet/experts.def"
#include "plugin/core/register/rows.inc"
