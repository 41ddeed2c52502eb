// SPDX-License-Identifier: MIT
// Derived fields of what a relay did to a packet.
#pragma once

#define GODOT_DERIVED_FIELD RelayField
#define GODOT_DERIVED_ROWS "analysis/relay/derived.def"
#include "analysis/derived/rows.inc"
