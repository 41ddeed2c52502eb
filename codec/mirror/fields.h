// SPDX-License-Identifier: MIT
// The fields and notes of mirrored games, as constants: field::x, note::x. A new row rebuilds the files that use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL mirror
#define GODOT_ROWS_FIELDS "codec/mirror/fields.def"
#define GODOT_ROWS_NOTES "codec/mirror/notes.def"
#include "codec/core/rows.inc"
