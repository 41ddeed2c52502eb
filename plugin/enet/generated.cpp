// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/generated.h"

#include "plugin/facts/problem.h"

#include <cstdio>

namespace {

extern "C" {
static void one_decimal(char* text, double number) { std::snprintf(text, ITEM_LABEL_LENGTH, "%.1f", number); }
}

}  // namespace

#define GODOT_ROWS_FIELD EnetField
#define GODOT_ROWS_FIELDS "plugin/enet/generated.def"
#define GODOT_ROWS_EXPERT EnetExpert
#define GODOT_ROWS_EXPERTS "plugin/enet/experts.def"
#define GODOT_ROWS_REGISTER register_generated_of_enet
#include "plugin/core/rows.inc"
