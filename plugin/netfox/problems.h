// SPDX-License-Identifier: GPL-2.0-or-later
// Displays problems of netfox's commands, each with an expert item that explains the remedy.
#pragma once

#include "analysis/netfox/checks.h"
#include "plugin/multiplayer/uppers.h"

namespace godot::plugin {

/// `begin`: in the message; `tree` may be null. Returns the kind.
const char* report_netfox_problem(const UpperMessage& message, proto_tree* tree, Offset begin,
                                  const analysis::NetfoxFindings::Finding& finding);

}  // namespace godot::plugin
