// SPDX-License-Identifier: MIT
// Says on standard error how far a run is that takes longer than a second: on a terminal in one line that changes, else
// in a line now and then.
#pragma once

#include <chrono>

#include "analyse/reading/merged_frames.h"

namespace godot::analyse {

class Progress {
 public:
  /// Of two passes over `source`.
  explicit Progress(const Source& source);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Writes the progress again if a moment has passed: call it after each piece of work.
  void show();
  void next_pass() noexcept { ++pass_; }

 private:
  using Clock = std::chrono::steady_clock;

  const Source& source_;
  bool is_terminal_;
  bool has_shown_ = false;
  unsigned pass_ = 0;
  Clock::time_point due_;
};

}  // namespace godot::analyse
