// SPDX-License-Identifier: MIT
// The fields and notes of the editor's remote file system, as constants: field::x, note::x. A new row rebuilds the
// files that use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL files
#define GODOT_ROWS_FIELDS "codec/files/fields.def"
#define GODOT_ROWS_NOTES "codec/files/notes.def"
#include "codec/core/rows.inc"
