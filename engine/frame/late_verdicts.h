// SPDX-License-Identifier: MIT
// What is said of frames once the whole capture was read: made when somebody asks, and anew when more was read.
#pragma once

#include "engine/frame/frame_memory.h"

namespace godot::engine {

/// `Verdicts`: of the kind of problems::ByFrame.
template <class Verdicts>
class LateVerdicts {
 public:
  /// More of the capture was read.
  void grow() noexcept { has_grown_ = true; }

  /// `judge`: says all; its texts are in the arena that it gets.
  template <class Judge>
  [[nodiscard]] const Verdicts& judged(Judge judge) {
    if (!has_grown_) return verdicts_;
    has_grown_ = false;
    verdicts_.forget();
    texts_.clear();
    verdicts_.set(judge(texts_.arena()));
    return verdicts_;
  }

  void forget() noexcept {
    verdicts_.forget();
    texts_.clear();
    has_grown_ = false;
  }

 private:
  Verdicts verdicts_;
  Blocks texts_;
  bool has_grown_ = false;
};

}  // namespace godot::engine
