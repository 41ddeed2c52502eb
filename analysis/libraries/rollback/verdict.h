// SPDX-License-Identifier: MIT
// Why the states of a tick differ, as far as the inputs before it tell.
#pragma once

#include "analysis/libraries/rollback/match.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis {

/// `symptom`, `arena`: for texts; both must stay valid while the verdict is used.
[[nodiscard]] problems::Verdict rollback_verdict(const RollbackDivergence& divergence, const char* symptom,
                                                 const Arena& arena);

/// The same in some words, for tables: "other inputs", or those that remain of "hidden key", "rollback", "serializer"
/// and "simulation".
[[nodiscard]] const char* rollback_cause(const RollbackInputsBefore& inputs) noexcept;

}  // namespace godot::analysis
