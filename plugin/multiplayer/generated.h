// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the multiplayer's dissector adds to the fields of the wire.
#pragma once

#include "codec/mirror/names.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/generated.h"
#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD MultiplayerField
#define GODOT_ROWS_FIELDS "plugin/multiplayer/generated.def"
#define GODOT_ROWS_EXPERT MultiplayerExpert
#define GODOT_ROWS_EXPERTS "plugin/multiplayer/experts.def"
#include "plugin/core/register/rows.inc"
