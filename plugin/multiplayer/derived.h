// SPDX-License-Identifier: GPL-2.0-or-later
// Derived fields and expert information of the multiplayer.
#pragma once

#include "analysis/message/annotation/derived.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
using analysis::MultiplayerField;
}  // namespace godot::plugin

#define GODOT_ROWS_EXPERT MultiplayerExpert
#define GODOT_ROWS_EXPERTS "plugin/multiplayer/experts.def"
#include "plugin/core/register/rows.inc"
