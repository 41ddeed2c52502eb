// SPDX-License-Identifier: MIT
// Why a peer's ticks stood still, as far as its messages and those of the others tell.
//
// It sent the same inputs again in the meantime: it waits for another peer's inputs, or lets the others catch up. It
// sent nothing: its process stood still; or what it sent was held up on the way; or it was lost before the capture. A
// cause is proven only if what the others would look like differs:
//
// - a process that was blocked catches up by 8 ticks (physics/common/max_physics_steps_per_frame), and lacks the rest;
// - one that played on has all ticks of that time, less those that it skips to let others catch up, unless it stopped
//   for lack of inputs when 20 ticks of them were missing (network/rollback/max_buffer_size);
// - messages that were held up come one behind the other, without a gap.
#pragma once

#include <cstdint>

#include "analysis/libraries/rollback/match.h"
#include "analysis/libraries/rollback/rollback_names.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis {

enum class RollbackStop : std::uint8_t {
  stood_still,
  silent,       ///< it sent nothing: why is not known
  sent_little,  ///< the same for most of the time; it had sent the same again before
  held_up,
  not_captured,
  waits,
  skips,  ///< it sent the same again: it waits, or lets others catch up
};

[[nodiscard]] RollbackStop rollback_stop(const RollbackStandstill& stood) noexcept;

/// In a word or two, for tables.
[[nodiscard]] const char* text_of(RollbackStop stop) noexcept;

/// Texts are made in `arena`.
[[nodiscard]] problems::Verdict rollback_verdict(const RollbackStandstill& stood, const RollbackNames& names,
                                                 const Arena& arena);

}  // namespace godot::analysis
