// SPDX-License-Identifier: MIT
// The fields that are derived from datagrams of ENet.
#pragma once

#define GODOT_DERIVED_FIELD EnetField
#define GODOT_DERIVED_ROWS "analysis/enet/shown/derived.def"
#include "analysis/derived/rows.inc"
