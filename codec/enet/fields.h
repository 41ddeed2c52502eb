// SPDX-License-Identifier: MIT
// The fields and notes of ENet, as constants: field::x, note::x. A new row rebuilds the files that use them.
#pragma once

#include "codec/core/catalogue.h"

#define GODOT_ROWS_PROTOCOL enet
#define GODOT_ROWS_FIELDS "codec/enet/fields.def"
#define GODOT_ROWS_NOTES "codec/enet/notes.def"
#include "codec/core/rows.inc"
