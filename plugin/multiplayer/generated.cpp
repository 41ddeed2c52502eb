// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/generated.h"

#include "codec/mirror/names.h"
#include "plugin/core/fields.h"
#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD MultiplayerField
#define GODOT_ROWS_FIELDS "plugin/multiplayer/generated.def"
#define GODOT_ROWS_EXPERT MultiplayerExpert
#define GODOT_ROWS_EXPERTS "plugin/multiplayer/experts.def"
#define GODOT_ROWS_REGISTER register_generated_of_multiplayer
#include "plugin/core/rows.inc"
