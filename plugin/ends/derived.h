// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information on the ends of connections over TCP.
#pragma once

#include "analysis/problems/tcp.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/rows.h"
#include "plugin/facts/problem.h"

#define GODOT_ROWS_FIELD EndsField
#define GODOT_ROWS_FIELDS "plugin/ends/derived.def"
#define GODOT_ROWS_EXPERT EndsExpert
#define GODOT_ROWS_EXPERTS "plugin/ends/experts.def"
#include "plugin/core/register/rows.inc"
