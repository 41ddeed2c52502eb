// SPDX-License-Identifier: MIT
// Tables of what a project's files say before anything runs: findings, the sizes of states, the methods that any peer
// may call.
#pragma once

#include <vector>

#include "answers/tables/report.h"
#include "project/audit/audit.h"

namespace godot::analysis::audit {

[[nodiscard]] report::Report findings(const project::Audit& audit);
[[nodiscard]] report::Report synchronizers(const project::Audit& audit);
[[nodiscard]] report::Report open_methods(const project::Audit& audit);

/// A table and the question that asks for it.
struct Table {
  const char* name;  ///< the option -z that asks for it, as in godot,audit,synchronizers
  report::Report (*make)(const project::Audit& audit);
};
inline constexpr Table tables[] = {
    {"godot,audit", findings}, {"godot,audit,synchronizers", synchronizers}, {"godot,audit,methods", open_methods}};

}  // namespace godot::analysis::audit
