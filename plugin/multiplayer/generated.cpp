// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/generated.h"

#include "codec/mirror/names.h"
#include "plugin/core/fields.h"

namespace godot::plugin {
namespace {

GeneratedFields<MultiplayerField> fields;
Experts<MultiplayerExpert> experts;

}  // namespace

int header_field(MultiplayerField field) noexcept { return fields.header_field(field); }
int subtree(MultiplayerField field) noexcept { return fields.subtree(field); }
expert_field* expert(MultiplayerExpert row) noexcept { return experts.expert(row); }

void register_generated_of_multiplayer() {
  const value_string* transfer_modes = value_strings(names::mirror_transfer_modes);
  fields.register_all({{
#define GODOT_GENERATED(id, ...) {__VA_ARGS__},
#include "plugin/multiplayer/generated.def"
#undef GODOT_GENERATED
  }});
  experts.register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/multiplayer/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin
