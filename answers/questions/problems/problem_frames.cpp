// SPDX-License-Identifier: MIT
#include "answers/questions/problems/problem_frames.h"

#include <algorithm>

namespace godot::analysis::problems {
namespace {

bool has_problem(const facts::Frame& frame) noexcept {
  for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    if (envelope->window_full) return true;
    for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) {
      for (const facts::Problem* problem = item->problems; problem != nullptr; problem = problem->next)
        if (!problem->counted_elsewhere) return true;
    }
  }
  return false;
}

}  // namespace

void ProblemFrames::add(const facts::Frame& frame) {
  if (has_problem(frame)) frames_.push_back(frame.number);
}

std::uint32_t ProblemFrames::after(std::uint32_t frame) const noexcept {
  const auto found = std::upper_bound(frames_.begin(), frames_.end(), frame);
  return found != frames_.end() ? *found : 0;
}

std::uint32_t ProblemFrames::before(std::uint32_t frame) const noexcept {
  const auto found = std::lower_bound(frames_.begin(), frames_.end(), frame);
  return found != frames_.begin() ? *(found - 1) : 0;
}

}  // namespace godot::analysis::problems
