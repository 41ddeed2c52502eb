// SPDX-License-Identifier: MIT
// The fields and notes of godot-rollback-netcode, as constants: field::x, note::x. A new row rebuilds the files that
// use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL rollback
#define GODOT_ROWS_FIELDS "codec/libraries/rollback/fields.def"
#define GODOT_ROWS_NOTES "codec/libraries/rollback/notes.def"
#include "codec/core/rows.inc"
