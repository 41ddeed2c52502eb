// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/generated.h"

namespace godot::plugin {
namespace {

GeneratedFields<DebuggerField> fields;
Experts<DebuggerExpert> experts;

}  // namespace

int header_field(DebuggerField field) noexcept { return fields.header_field(field); }
int subtree(DebuggerField field) noexcept { return fields.subtree(field); }
expert_field* expert(DebuggerExpert row) noexcept { return experts.expert(row); }

void register_generated_of_debugger() {
  fields.register_all({{
#define GODOT_GENERATED(id, ...) {__VA_ARGS__},
#include "plugin/debugger/generated.def"
#undef GODOT_GENERATED
  }});
  experts.register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/debugger/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin
