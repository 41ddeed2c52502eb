// SPDX-License-Identifier: MIT
// Derived fields of the ends of connections over TCP.
#pragma once

#define GODOT_DERIVED_FIELD TcpEndsField
#define GODOT_DERIVED_ROWS "analysis/tcp_ends/derived.def"
#include "analysis/derived/rows.inc"
