// SPDX-License-Identifier: GPL-2.0-or-later
// Displays problems of a message: expert information on the packet, links to other frames, a value of `godot.problem`,
// and a fact for the table of problems. The findings come from analysis/account.
#pragma once

#include "analysis/account/checks/checks.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// The message of these notes, for checks of its call.
[[nodiscard]] analysis::account::Subject subject_of(const Annotations& notes);

/// Shows the findings in their order. `item`: gets the expert information; null: the command.
void show_findings(const Annotations& notes, const analysis::account::Findings& found, proto_item* item = nullptr);

}  // namespace godot::plugin
