// SPDX-License-Identifier: MIT
// The fields and notes of netfox, as constants: field::x, note::x. A new row rebuilds the files that use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL netfox
#define GODOT_ROWS_FIELDS "codec/libraries/netfox/fields.def"
#define GODOT_ROWS_NOTES "codec/libraries/netfox/notes.def"
#include "codec/core/rows.inc"
