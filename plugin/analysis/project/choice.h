// SPDX-License-Identifier: GPL-2.0-or-later
// Which of the user's projects an end of a connection runs: the one that most of its lists of remote methods are of.
#pragma once

#include <memory>
#include <span>

#include "plugin/analysis/multiplayer/method_lists.h"
#include "plugin/analysis/project/project.h"

namespace godot::plugin {

/// `any` where no list tells. `none` where nearly no list fits, and the projects have no nodes at the paths either: of
/// another version of the game most nodes are where they were.
[[nodiscard]] MethodLists::Fit fit_of(const MethodLists& lists,
                                      std::span<const std::unique_ptr<project::Project>> projects);

}  // namespace godot::plugin
