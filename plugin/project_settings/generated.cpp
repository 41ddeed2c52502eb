// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/project_settings/generated.h"

namespace godot::plugin {
namespace {

Experts<ProjectExpert> experts;

}  // namespace

expert_field* expert(ProjectExpert row) noexcept { return experts.expert(row); }

void register_generated_of_project_settings() {
  experts.register_all({{
#define GODOT_EXPERT(id, ...) {__VA_ARGS__},
#include "plugin/project_settings/experts.def"
#undef GODOT_EXPERT
  }});
}

}  // namespace godot::plugin
