// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/generated.h"

namespace godot::plugin {
namespace {

Experts<VariantExpert> experts;

}  // namespace

expert_field* expert(VariantExpert row) noexcept { return experts.expert(row); }

void register_generated_of_variant() {
  experts.register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/variant/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin
