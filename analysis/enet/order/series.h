// SPDX-License-Identifier: MIT
// Tracks a series that is sent in order and may arrive with gaps, late or twice: its seen and missing numbers.
//
// Memory: at most 64 gaps; for older ones, only where they end. Time: bounded by the number of gaps.
#pragma once

#include <compare>
#include <cstdint>

#include "base/arena.h"

namespace godot::analysis::enet {

/// A place in a series. `reliable` is the number of the reliable command that unreliable ones follow, 0 in other
/// series.
struct Position {
  std::uint64_t reliable = 0;
  std::uint64_t sequence = 0;
  std::uint32_t fragment = 0;
  std::uint32_t fragments = 1;  ///< of the message; is not compared

  [[nodiscard]] constexpr Position successor() const noexcept {
    if (fragment + 1 < fragments) return {reliable, sequence, fragment + 1, fragments};
    return {reliable, sequence + 1};
  }

  friend constexpr bool operator==(const Position& a, const Position& b) noexcept { return std::is_eq(a <=> b); }
  friend constexpr std::strong_ordering operator<=>(const Position& a, const Position& b) noexcept {
    if (const auto order = a.reliable <=> b.reliable; std::is_neq(order)) return order;
    if (const auto order = a.sequence <=> b.sequence; std::is_neq(order)) return order;
    return a.fragment <=> b.fragment;
  }
};

struct Finding;

/// The datagram in which a gap showed.
struct Witness {
  std::uint32_t frame = 0;
  std::uint16_t sent_time = 0;
  bool has_sent_time = false;
  Finding* finding = nullptr;  ///< of the command that showed it, if one is kept: see Order::shown_by()
};

/// The positions between two positions were not seen.
struct Gap {
  Position after;
  Position before;
  Witness shown;
};

class Order {
 public:
  enum class Arrival : std::uint8_t {
    first,     ///< the first number of a series whose beginning is unknown
    next,      ///< the number that was expected
    ahead,     ///< there is a gap between it and the last one
    late,      ///< it was in a gap
    repeated,  ///< it has been seen before
  };
  struct Seen {
    Arrival arrival;
    Gap gap;  ///< `ahead`: the new one; `late`: the one that it was in
  };

  /// The series is known from its beginning: `position` is before the first one.
  void begin_after(const Position& position) noexcept;

  Seen see(const Position& position, const Witness& witness, const Arena& arena);

  /// Sets the finding of the command that see() has just returned as `ahead`.
  void shown_by(Finding* finding) noexcept {
    if (count_ != 0) gaps_[count_ - 1].shown.finding = finding;
  }

  [[nodiscard]] bool begun() const noexcept { return begun_; }

  /// True if nothing of the series up to this number is missing.
  [[nodiscard]] bool complete_until(std::uint64_t sequence) const noexcept {
    return sequence <= last_.sequence && (count_ == 0 || gaps_[0].after.sequence >= sequence);
  }

  /// True if all fragments of the message with the furthest position have been seen.
  [[nodiscard]] bool is_last_whole() const noexcept {
    const Position begin{last_.reliable, last_.sequence, 0};
    return last_.fragment + 1 == last_.fragments && (count_ == 0 || gaps_[count_ - 1].before <= begin);
  }

  /// The gap that comes first in the series, or null.
  [[nodiscard]] const Gap* first_gap() const noexcept { return count_ != 0 ? gaps_ : nullptr; }

  /// The furthest position seen.
  [[nodiscard]] const Position& last() const noexcept { return last_; }

 private:
  static constexpr std::uint8_t most_gaps = 64;

  void insert(std::uint8_t at, const Gap& gap, const Arena& arena);
  void fill(std::uint8_t at, const Position& position, const Arena& arena);

  Position last_;
  Gap* horizon_ = nullptr;  // positions before its end are too old to be known; null: all are known, as in most series
  Gap* gaps_ = nullptr;     // in the order of the series
  std::uint8_t count_ = 0;
  std::uint8_t capacity_ = 0;
  bool begun_ = false;
};

}  // namespace godot::analysis::enet
