// SPDX-License-Identifier: MIT
// How sure the match of a path in a project is.
#pragma once

#include "base/names/source.h"
#include "project/index/project.h"

namespace godot::analysis::project {

[[nodiscard]] constexpr names::Certainty certainty_of(PathMatch::Evidence evidence) noexcept {
  const bool is_certain = evidence == PathMatch::Evidence::autoload || evidence == PathMatch::Evidence::main_scene;
  return is_certain ? names::Certainty::certain : names::Certainty::guessed;
}

/// The path is found in the scene by its own nodes. Other matches are guesses, and rejected if the values contradict.
[[nodiscard]] constexpr bool is_strong(PathMatch::Evidence evidence) noexcept {
  return evidence <= PathMatch::Evidence::other_scene;
}

}  // namespace godot::analysis::project
