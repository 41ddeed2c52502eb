// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the multiplayer's dissector adds to what the wire says.
#pragma once

#include "plugin/core/generated.h"

#define GODOT_ROWS_FIELD MultiplayerField
#define GODOT_ROWS_FIELDS "plugin/multiplayer/generated.def"
#define GODOT_ROWS_EXPERT MultiplayerExpert
#define GODOT_ROWS_EXPERTS "plugin/multiplayer/experts.def"
#include "plugin/core/rows.inc"

namespace godot::plugin {

/// The protocols are there already.
void register_generated_of_multiplayer();

}  // namespace godot::plugin
