// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/link/generated.h"

#include "codec/link/fate.h"

namespace godot::plugin {
namespace {

constexpr unsigned outcomes = link::outcome_count;
// Names are the codec's, which end with a NUL.
const value_string* outcome_strings() {
  static value_string strings[outcomes + 1] = {};
  for (unsigned i = 0; i < outcomes; ++i) {
    strings[i].value = i;
    strings[i].strptr = link::name(static_cast<link::Outcome>(i)).data();
  }
  return strings;
}

}  // namespace
}  // namespace godot::plugin

#define GODOT_ROWS_FIELD LinkField
#define GODOT_ROWS_FIELDS "plugin/link/generated.def"
#define GODOT_ROWS_REGISTER register_generated_of_link
#include "plugin/core/rows.inc"
