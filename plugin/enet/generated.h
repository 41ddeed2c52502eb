// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that ENet's dissector adds to the fields of the wire.
#pragma once

#include "plugin/core/generated.h"

#define GODOT_ROWS_FIELD EnetField
#define GODOT_ROWS_FIELDS "plugin/enet/generated.def"
#define GODOT_ROWS_EXPERT EnetExpert
#define GODOT_ROWS_EXPERTS "plugin/enet/experts.def"
#include "plugin/core/rows.inc"

namespace godot::plugin {

/// The protocols must be registered before.
void register_generated_of_enet();

}  // namespace godot::plugin
