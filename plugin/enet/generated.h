// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that ENet's dissector adds to the fields of the wire.
#pragma once

#include <cstdio>

#include "plugin/core/generated.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {

extern "C" {
inline void one_decimal(char* text, double number) { std::snprintf(text, ITEM_LABEL_LENGTH, "%.1f", number); }
}

}  // namespace godot::plugin

#define GODOT_ROWS_FIELD EnetField
#define GODOT_ROWS_FIELDS "plugin/enet/generated.def"
#define GODOT_ROWS_EXPERT EnetExpert
#define GODOT_ROWS_EXPERTS "plugin/enet/experts.def"
#include "plugin/core/rows.inc"
