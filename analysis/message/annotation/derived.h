// SPDX-License-Identifier: MIT
// The fields that are derived from messages of the multiplayer.
#pragma once

#include "codec/multiplayer/fields.h"

#define GODOT_DERIVED_FIELD MultiplayerField
#define GODOT_DERIVED_ROWS "analysis/message/annotation/derived.def"
#include "analysis/derived/rows.inc"
