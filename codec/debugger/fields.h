// SPDX-License-Identifier: MIT
// The fields and notes of the remote debugger, as constants: field::x, note::x. A new row rebuilds the files that
// use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL debugger
#define GODOT_ROWS_FIELDS "codec/debugger/fields.def"
#define GODOT_ROWS_NOTES "codec/debugger/notes.def"
#include "codec/core/rows.inc"
