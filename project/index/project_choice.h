// SPDX-License-Identifier: MIT
// Chooses the user's project that an end of a connection runs: the one that contains most of its lists of remote
// methods.
#pragma once

#include <memory>
#include <span>

#include "base/names/method_lists.h"
#include "project/index/project.h"

namespace godot::analysis {

/// The generation that the project was saved with.
[[nodiscard]] Engine engine_of(const project::Project& project) noexcept;

/// True unless the project is known to be of the other generation.
[[nodiscard]] bool may_run(const project::Project& project, Engine engine) noexcept;

/// `any`: no list decides. `none`: nearly no list fits, and the projects have no nodes at the paths either; in another
/// version of the same game, most nodes are at the same paths. `engine`: the game's; projects of the other generation
/// do not count.
[[nodiscard]] MethodLists::Fit fit_of(const MethodLists& lists,
                                      std::span<const std::unique_ptr<project::Project>> projects, Engine engine);

}  // namespace godot::analysis
