// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information of noray.
#pragma once

#include "analysis/problems/noray.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD NorayField
#define GODOT_ROWS_FIELDS "plugin/noray/derived.def"
#define GODOT_ROWS_EXPERT NorayExpert
#define GODOT_ROWS_EXPERTS "plugin/noray/experts.def"
#include "plugin/core/register/rows.inc"
