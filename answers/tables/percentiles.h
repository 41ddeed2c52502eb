// SPDX-License-Identifier: MIT
// Percentiles of times, in little memory: values are counted in steps of a 32nd of a power of two, so a percentile is
// within 1.6 % of a value. The greatest one is exact.
//
// Memory: 8 bytes for each step that a value has fallen into, of 1,408 at most. Time: logarithmic in those to add.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace godot::analysis::report {

class Percentiles {
 public:
  /// `value` is not negative.
  void add(std::int64_t value) {
    const auto number = static_cast<std::uint64_t>(value);
    most_ = std::max(most_, value);
    ++count_;
    const std::uint32_t step = step_of(number);
    const auto place = std::lower_bound(steps_.begin(), steps_.end(), step,
                                        [](const Step& each, std::uint32_t wanted) { return each.step < wanted; });
    if (place != steps_.end() && place->step == step) ++place->count;
    else steps_.insert(place, {.step = step, .count = 1});
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::int64_t most() const noexcept { return most_; }

  /// The smallest value that at least so many percent do not exceed; 0 without values.
  [[nodiscard]] std::int64_t at(unsigned percent) const noexcept {
    constexpr std::uint64_t hundred = 100;
    const std::uint64_t wanted = std::max<std::uint64_t>((count_ * percent + hundred - 1) / hundred, 1);
    std::uint64_t seen = 0;
    for (const Step& step : steps_) {
      seen += step.count;
      if (seen >= wanted) return std::min(middle_of(step.step), most_);
    }
    return 0;
  }

 private:
  struct Step {
    std::uint32_t step;
    std::uint32_t count;
  };

  static constexpr unsigned fine_bits = 5;
  static constexpr std::uint64_t fine = std::uint64_t{1} << fine_bits;
  static constexpr unsigned longest = 48;  // bits: in nanoseconds, three days

  static std::uint32_t step_of(std::uint64_t value) noexcept {
    value = std::min(value, (std::uint64_t{1} << longest) - 1);
    if (value < fine) return static_cast<std::uint32_t>(value);
    const unsigned shift = static_cast<unsigned>(std::bit_width(value)) - 1 - fine_bits;
    return static_cast<std::uint32_t>(((shift + 1) << fine_bits) + ((value >> shift) - fine));
  }

  static std::int64_t middle_of(std::uint32_t step) noexcept {
    if (step < fine) return step;
    const unsigned shift = (step >> fine_bits) - 1;
    const std::uint64_t least = (fine + (step & (fine - 1))) << shift;
    return static_cast<std::int64_t>(least + ((std::uint64_t{1} << shift) >> 1));
  }

  std::vector<Step> steps_;  ///< in the order of their values
  std::uint64_t count_ = 0;
  std::int64_t most_ = 0;
};

}  // namespace godot::analysis::report
