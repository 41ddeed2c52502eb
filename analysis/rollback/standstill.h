// SPDX-License-Identifier: MIT
// Why a peer's ticks stood still, as far as its messages and those of the others tell.
//
// It sent nothing. Then it goes on with the next tick: its process stood still. Or many ticks come at once: they were
// held up on the way (an engine that was blocked catches up by 8 ticks at most:
// physics/common/max_physics_steps_per_frame). Or ticks are missing: it played on, and its messages are not in the
// capture. It sent the same inputs again: it waits for another peer's inputs, or lets the others catch up.
#pragma once

#include <cstdint>

#include "analysis/problems/verdict.h"
#include "analysis/rollback/match.h"
#include "analysis/rollback/peer_texts.h"

namespace godot::analysis {

enum class RollbackStop : std::uint8_t {
  stood_still,
  silent,  ///< it sent nothing: which of stood_still and held_up is not known
  held_up,
  not_captured,
  waits,
  lets_catch_up,
};

[[nodiscard]] RollbackStop rollback_stop(const RollbackStandstill& stood) noexcept;

/// In a word or two, for tables.
[[nodiscard]] const char* text_of(RollbackStop stop) noexcept;

/// Texts are made in `arena`.
[[nodiscard]] problems::Verdict rollback_verdict(const RollbackStandstill& stood, const RollbackNames& names,
                                                 const Arena& arena);

}  // namespace godot::analysis
