// SPDX-License-Identifier: MIT
// Finds in a capture beside the receiver where the link stood still: nothing of the sender comes for a quarter of a
// second or more, while the other end goes on sending, and then at once as many datagrams as the sender sends in half
// of that time. A program that stood still makes up for at most 8 steps of its physics, so fewer than 12 show nothing.
//
// In: the times of datagrams with messages of one kind and node that are sent periodically, in nanoseconds, in the
// order of capture. Memory: constant.
#pragma once

#include <cstdint>

#include "analysis/facts/facts.h"

namespace godot::analysis::streams {

class HeldArrivals {
 public:
  /// `other_last`: when the other end's latest datagram was captured.
  void add(facts::Time now, facts::Time other_last) noexcept;

  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  /// The longest time in which nothing came.
  [[nodiscard]] facts::Time longest() const noexcept { return longest_; }

 private:
  facts::Time last_ = 0;
  facts::Time every_ = 0;  ///< the usual interval, without pauses and what comes after them
  facts::Time pause_ = 0;  ///< the latest pause; 0: none, or it showed nothing
  facts::Time resumed_ = 0;
  facts::Time longest_ = 0;
  std::uint32_t seen_ = 0;
  std::uint32_t burst_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace godot::analysis::streams
