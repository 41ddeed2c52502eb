// SPDX-License-Identifier: GPL-2.0-or-later
// Why something does not arrive, as it is shown: expert information on the packet itself, links to other frames, a
// value of `godot.problem`, and a fact for the table of problems. What is found is decided in plugin/analysis/account.
#pragma once

#include "plugin/analysis/account/checks/checks.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// The message of these notes, for checks.
[[nodiscard]] account::Subject subject_of(const Annotations& notes);

/// Shows what was found, in the order in which it was. `item`: gets the expert information; null: the command.
void show_findings(const Annotations& notes, const account::Findings& found, proto_item* item = nullptr);

}  // namespace godot::plugin
