// SPDX-License-Identifier: GPL-2.0-or-later
// Fields of what a relay did to a packet.
#pragma once

#include "plugin/core/generated.h"

#define GODOT_ROWS_FIELD LinkField
#define GODOT_ROWS_FIELDS "plugin/link/generated.def"
#include "plugin/core/rows.inc"

namespace godot::plugin {

/// The protocols must be registered before.
void register_generated_of_link();

}  // namespace godot::plugin
