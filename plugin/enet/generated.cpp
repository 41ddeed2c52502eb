// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/generated.h"

#include <cstdio>

namespace godot::plugin {
namespace {

GeneratedFields<EnetField> fields;
Experts<EnetExpert> experts;

extern "C" {
static void one_decimal(char* text, double number) { std::snprintf(text, ITEM_LABEL_LENGTH, "%.1f", number); }
}

}  // namespace

int header_field(EnetField field) noexcept { return fields.header_field(field); }
int subtree(EnetField field) noexcept { return fields.subtree(field); }
expert_field* expert(EnetExpert row) noexcept { return experts.expert(row); }

void register_generated_of_enet() {
  fields.register_all({{
#define GODOT_GENERATED(id, ...) {__VA_ARGS__},
#include "plugin/enet/generated.def"
#undef GODOT_GENERATED
  }});
  experts.register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/enet/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin
