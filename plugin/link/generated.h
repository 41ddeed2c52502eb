// SPDX-License-Identifier: GPL-2.0-or-later
// Fields of what a relay did to a packet.
#pragma once

#include "codec/link/fate.h"
#include "plugin/core/register/generated.h"

namespace godot::plugin {

/// The codec's names, which end with a NUL.
inline const value_string* outcome_strings() {
  static value_string strings[link::outcome_count + 1] = {};
  for (unsigned i = 0; i < link::outcome_count; ++i) strings[i] = {i, link::name(static_cast<link::Outcome>(i)).data()};
  return strings;
}

}  // namespace godot::plugin

#define GODOT_ROWS_FIELD LinkField
#define GODOT_ROWS_FIELDS "plugin/link/generated.def"
#include "plugin/core/register/rows.inc"
