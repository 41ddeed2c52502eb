// SPDX-License-Identifier: GPL-2.0-or-later
// Why something does not arrive: one way to say it. Each problem is an expert item on the packet itself, with words
// that name the remedy, and a value of `godot.problem`.
#pragma once

#include "plugin/core/bridge.h"
#include "plugin/multiplayer/generated.h"

namespace godot::plugin {

enum class Problems : std::uint8_t {
  not_allowed,
  declared_otherwise,
  node_missing,
  never_delivered,
  held,
  not_connected,
  views_differ,
  too_much,
};

/// The word that `godot.problem` has for it.
[[nodiscard]] const char* name(Problems kind) noexcept;

/// Shows a problem in `tree`; null: nobody looks. `remedy` says what it is and what to do, in packet scope.
void report_problem(packet_info* pinfo, proto_tree* tree, tvbuff_t* tvb, Problems kind, MultiplayerExpert row,
                    const char* remedy);

}  // namespace godot::plugin
