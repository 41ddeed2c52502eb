// SPDX-License-Identifier: GPL-2.0-or-later
// Fields of what a relay did to a packet.
#pragma once

#include "plugin/core/register/rows.h"

#define GODOT_ROWS_FIELD LinkField
#define GODOT_ROWS_FIELDS "plugin/link/derived.def"
#include "plugin/core/register/rows.inc"
