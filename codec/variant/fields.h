// SPDX-License-Identifier: MIT
// The fields and notes of Variants, as constants: field::x, note::x. A new row rebuilds the files that use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL variant
#define GODOT_ROWS_FIELDS "codec/variant/fields.def"
#define GODOT_ROWS_NOTES "codec/variant/notes.def"
#include "codec/core/rows.inc"
