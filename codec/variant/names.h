// SPDX-License-Identifier: MIT
// Names of the values of a Variant's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"

namespace godot::names {

/// Type ids of a dialect with their names, ended by a row without a name.
struct TypeNames {
  ValueName rows[40];
};

extern const TypeNames types_godot2;
extern const TypeNames types_godot3;
extern const TypeNames types_godot4;
extern const TypeNames types_redot_docs;
extern const ValueName type_kinds[];
extern const ValueName image_formats[];
extern const ValueName input_events[];

}  // namespace godot::names
