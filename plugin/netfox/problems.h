// SPDX-License-Identifier: GPL-2.0-or-later
// Problems of netfox's commands: data that netfox drops, or cannot use, each with an expert item that explains the
// remedy.
#pragma once

#include "analysis/problems/table.h"
#include "plugin/multiplayer/uppers.h"

namespace godot::plugin {

/// The position of a problem in the message's bytes.
struct NetfoxProblemPlace {
  proto_tree* tree;  ///< may be null
  Offset begin;
  const char* node = nullptr;  ///< null: of none
};

/// `remedy`: explanation and remedy, in packet scope. Returns the kind.
const char* report_netfox_problem(const UpperMessage& message, const NetfoxProblemPlace& place,
                                  analysis::problems::Netfox problem, const char* why);

}  // namespace godot::plugin
