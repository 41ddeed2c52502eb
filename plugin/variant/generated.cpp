// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/generated.h"

namespace godot::plugin {
namespace {

GeneratedFields<VariantField> fields;
Experts<VariantExpert> experts;

}  // namespace

int header_field(VariantField field) noexcept { return fields.header_field(field); }
expert_field* expert(VariantExpert row) noexcept { return experts.expert(row); }

void register_generated_of_variant() {
  fields.register_all({{
#define GODOT_GENERATED(id, ...) {__VA_ARGS__},
#include "plugin/variant/generated.def"
#undef GODOT_GENERATED
  }});
  experts.register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/variant/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin
