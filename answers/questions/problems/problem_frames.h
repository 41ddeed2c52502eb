// SPDX-License-Identifier: MIT
// The frames of a capture that have a problem, to go from one to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/facts/facts.h"

namespace godot::analysis::problems {

class ProblemFrames {
 public:
  /// Frames come in the order of their numbers.
  void add(const facts::Frame& frame);

  /// The nearest frame behind or before this one; 0: there is none.
  [[nodiscard]] std::uint32_t after(std::uint32_t frame) const noexcept;
  [[nodiscard]] std::uint32_t before(std::uint32_t frame) const noexcept;
  [[nodiscard]] std::size_t count() const noexcept { return frames_.size(); }

 private:
  std::vector<std::uint32_t> frames_;
};

}  // namespace godot::analysis::problems
