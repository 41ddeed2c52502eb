// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information on players who meet by WebRTC.
#pragma once

#include "analysis/problems/ice.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD IceField
#define GODOT_ROWS_FIELDS "plugin/ice/derived.def"
#define GODOT_ROWS_EXPERT IceExpert
#define GODOT_ROWS_EXPERTS "plugin/ice/experts.def"
#include "plugin/core/register/rows.inc"
