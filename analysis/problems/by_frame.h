// SPDX-License-Identifier: MIT
// What is said of frames once the whole capture was read, by frame.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/problems/findings.h"

namespace godot::analysis::problems {

/// `Statement`: frame, is_problem, row, text, advice, basis. `Problem`: the enumeration of its rows.
template <class Statement, class Problem>
class ByFrame {
 public:
  /// `all`: in the order of their frames; their texts must stay valid.
  void set(std::vector<Statement> all) noexcept { all_ = std::move(all); }
  void forget() noexcept { all_.clear(); }

  [[nodiscard]] bool has(std::uint32_t frame) const noexcept {
    const auto at = first_of(frame);
    return at != all_.end() && at->frame == frame;
  }
  void add(std::uint32_t frame, Findings<Problem>& found) const {
    for (auto at = first_of(frame); at != all_.end() && at->frame == frame; ++at)
      found.copy(
          {.problem = at->row, .text = at->text, .advice = at->advice, .counted = at->is_problem, .basis = at->basis});
  }

 private:
  [[nodiscard]] typename std::vector<Statement>::const_iterator first_of(std::uint32_t frame) const noexcept {
    return std::lower_bound(all_.begin(), all_.end(), frame,
                            [](const Statement& one, std::uint32_t number) { return one.frame < number; });
  }

  std::vector<Statement> all_;
};

}  // namespace godot::analysis::problems
