// SPDX-License-Identifier: MIT
// The peers' inputs of the last ticks before states diverge, side by side: whether all were sent the same bytes, and
// when each peer had them.
#pragma once

#include <cstdint>

#include "analysis/libraries/rollback/match.h"
#include "analysis/libraries/rollback/rollback_names.h"
#include "base/arena.h"
#include "codec/variant/dialect.h"

namespace godot::analysis {

/// Ticks that are shown, the diverged one included.
inline constexpr std::uint32_t rollback_shown_ticks = 8;

/// What is in them: the Dictionary as text, or bytes.
[[nodiscard]] const char* rollback_contents(const RollbackPeerInput& input, const variant::Dialect* dialect,
                                            const Arena& arena);

/// "the same bytes to all", or "other bytes in frame 12".
[[nodiscard]] const char* rollback_sameness(const RollbackPeerInput& input, const Arena& arena);

/// "in time at red, 3 ticks late at blue"; empty: no receiver says so.
[[nodiscard]] const char* rollback_arrivals(const RollbackMatch& match, std::uint32_t tick, RollbackPeer sender,
                                            const RollbackNames& names, const Arena& arena);

/// Which peers have the same hash for the first tick: "server = red | blue".
[[nodiscard]] const char* rollback_agreement(const RollbackDivergence& divergence, const RollbackNames& names,
                                             const Arena& arena);

}  // namespace godot::analysis
