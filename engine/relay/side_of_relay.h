// SPDX-License-Identifier: MIT
// On which side of a relay a frame was captured, as the facts say it, for every host.
#pragma once

#include "analysis/facts/facts.h"
#include "analysis/relay/relayed.h"

namespace godot::engine {

/// Without the relay's other side, a frame counts as any other.
[[nodiscard]] inline analysis::facts::Relayed side_of(const analysis::Relayed& relayed) noexcept {
  using analysis::facts::Relayed;
  if (relayed.is_sent()) return relayed.arrived_in != 0 ? Relayed::went : Relayed::no;
  return relayed.both_sides ? Relayed::came : Relayed::no;
}

}  // namespace godot::engine
