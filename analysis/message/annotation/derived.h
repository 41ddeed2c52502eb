// SPDX-License-Identifier: MIT
// Derived fields and expert information of messages of the multiplayer.
#pragma once

#include "codec/multiplayer/fields.h"

#define GODOT_DERIVED_FIELD MultiplayerField
#define GODOT_DERIVED_ROWS "analysis/message/annotation/derived.def"
#include "analysis/derived/rows.inc"

#define GODOT_EXPERT_ID MultiplayerExpert
#define GODOT_EXPERT_ROWS "analysis/message/annotation/experts.def"
#include "analysis/derived/experts.inc"
