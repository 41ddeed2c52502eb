// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/mirror/generated.h"

namespace godot::plugin {
namespace {

GeneratedFields<MirrorField> fields;

}  // namespace

int header_field(MirrorField field) noexcept { return fields.header_field(field); }

void register_generated_of_mirror() {
  fields.register_all({{
#define GODOT_GENERATED(id, ...) {__VA_ARGS__},
#include "plugin/mirror/generated.def"
#undef GODOT_GENERATED
  }});
}

}  // namespace godot::plugin
