// SPDX-License-Identifier: MIT
// What is said of players who meet by noray, by the frame that it is about: known once the whole capture was read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/noray/meetings.h"
#include "analysis/problems/findings.h"

namespace godot::analysis {

using NorayFindings = problems::Findings<problems::Noray>;

class NorayVerdicts {
 public:
  /// `all`: in the order of their frames; their texts must stay valid.
  void set(std::vector<NorayStatement> all) noexcept { all_ = std::move(all); }
  void forget() noexcept { all_.clear(); }

  [[nodiscard]] bool has(std::uint32_t frame) const noexcept {
    const auto at = first_of(frame);
    return at != all_.end() && at->frame == frame;
  }
  void add(std::uint32_t frame, NorayFindings& found) const {
    for (auto at = first_of(frame); at != all_.end() && at->frame == frame; ++at)
      found.copy(
          {.problem = at->row, .text = at->text, .advice = at->advice, .counted = at->is_problem, .basis = at->basis});
  }

 private:
  [[nodiscard]] std::vector<NorayStatement>::const_iterator first_of(std::uint32_t frame) const noexcept {
    return std::lower_bound(all_.begin(), all_.end(), frame,
                            [](const NorayStatement& one, std::uint32_t number) { return one.frame < number; });
  }

  std::vector<NorayStatement> all_;
};

}  // namespace godot::analysis
