// SPDX-License-Identifier: MIT
// The fields and notes of the multiplayer, as constants: field::x, note::x. A new row rebuilds the files that use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL multiplayer
#define GODOT_ROWS_FIELDS "codec/multiplayer/fields.def"
#define GODOT_ROWS_NOTES "codec/multiplayer/notes.def"
#include "codec/core/rows.inc"
