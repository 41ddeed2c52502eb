// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/generated.h"

namespace godot::plugin {
namespace {

GeneratedFields<NetfoxField> fields;
Experts<NetfoxExpert> experts;

}  // namespace

int header_field(NetfoxField field) noexcept { return fields.header_field(field); }
expert_field* expert(NetfoxExpert row) noexcept { return experts.expert(row); }

void register_generated_of_netfox() {
  fields.register_all({{
#define GODOT_GENERATED(id, ...) {__VA_ARGS__},
#include "plugin/netfox/generated.def"
#undef GODOT_GENERATED
  }});
  experts.register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/netfox/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin
