// SPDX-License-Identifier: MIT
// The remedies of a problem as one text.
#pragma once

#include "analysis/problems/verdict.h"
#include "base/arena.h"

namespace godot::analysis::problems {

/// What the message suggests, one after the other; null: nothing of its own.
[[nodiscard]] inline const char* remedy_of(const Advice& advice, const Arena& arena) {
  const char* all = nullptr;
  for (std::size_t i = 0; i != advice.remedy_count; ++i)
    all = all == nullptr ? advice.remedies[i] : arena.joined({all, "; ", advice.remedies[i]});
  return all;
}

}  // namespace godot::analysis::problems
