// SPDX-License-Identifier: MIT
// Packets that are counted twice: among all, and among those that a filter keeps. A packet that is dropped has the
// number of the next one that is kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace godot::analysis {

class Renumbered {
 public:
  /// The packet with this number was dropped: the next one has it, too.
  void drop(std::uint32_t number) {
    ++dropped_;
    if (!all_.empty() && all_.back().from == number) all_.back().dropped = dropped_;
    else all_.push_back({number, dropped_});
  }
  void forget() noexcept {
    all_.clear();
    dropped_ = 0;
  }

  [[nodiscard]] std::uint32_t dropped() const noexcept { return dropped_; }

  /// The number among all of the packet that is kept with this one.
  [[nodiscard]] std::uint32_t among_all(std::uint32_t kept) const noexcept {
    const auto next = std::upper_bound(all_.begin(), all_.end(), kept,
                                       [](std::uint32_t wanted, const Row& each) { return wanted < each.from; });
    return kept + (next != all_.begin() ? std::prev(next)->dropped : 0);
  }

  /// The number among those that are kept; 0: it was dropped.
  [[nodiscard]] std::uint32_t among_kept(std::uint32_t packet) const noexcept {
    const auto next = std::upper_bound(all_.begin(), all_.end(), packet, [](std::uint32_t wanted, const Row& each) {
      return wanted < each.from + each.dropped;
    });
    const std::uint32_t number = packet - (next != all_.begin() ? std::prev(next)->dropped : 0);
    return next == all_.end() || number < next->from ? number : 0;
  }

 private:
  /// From this number on, so many packets have been dropped.
  struct Row {
    std::uint32_t from;
    std::uint32_t dropped;
  };

  std::vector<Row> all_;  ///< in the order of their numbers
  std::uint32_t dropped_ = 0;
};

}  // namespace godot::analysis
