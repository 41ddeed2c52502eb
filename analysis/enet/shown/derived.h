// SPDX-License-Identifier: MIT
// Derived fields and expert information of datagrams of ENet.
#pragma once

#define GODOT_DERIVED_FIELD EnetField
#define GODOT_DERIVED_ROWS "analysis/enet/shown/derived.def"
#include "analysis/derived/rows.inc"

#define GODOT_EXPERT_ID EnetExpert
#define GODOT_EXPERT_ROWS "analysis/enet/shown/experts.def"
#include "analysis/derived/experts.inc"
