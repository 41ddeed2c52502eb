// SPDX-License-Identifier: MIT
// Mean, extremes and standard deviation of a sequence of numbers (Welford's method).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace godot::analysis::report {

class Spread {
 public:
  void add(double value) noexcept {
    least_ = count_ == 0 ? value : std::min(least_, value);
    most_ = count_ == 0 ? value : std::max(most_, value);
    ++count_;
    const double delta = value - mean_;
    mean_ += delta / static_cast<double>(count_);
    squares_ += delta * (value - mean_);
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] double mean() const noexcept { return mean_; }
  [[nodiscard]] double least() const noexcept { return least_; }
  [[nodiscard]] double most() const noexcept { return most_; }
  [[nodiscard]] double deviation() const noexcept {
    return count_ == 0 ? 0 : std::sqrt(squares_ / static_cast<double>(count_));
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double least_ = 0;
  double most_ = 0;
  double squares_ = 0;
};

}  // namespace godot::analysis::report
