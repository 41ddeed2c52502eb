// SPDX-License-Identifier: MIT
// Names of the values of the debugger's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"

namespace godot::names {

extern const ValueName debug_variable_kinds[];
extern const ValueName debug_output_types[];
extern const ValueName debug_monitor_types[];
extern const ValueName debug_select_types[];
extern const ValueName debug_select_modes[];

}  // namespace godot::names
