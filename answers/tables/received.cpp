// SPDX-License-Identifier: MIT
#include "answers/tables/received.h"

#include <algorithm>

namespace godot::analysis::report {
namespace {

/// Negative: `sequence` comes before `other`.
std::int32_t distance(std::uint32_t sequence, std::uint32_t other) noexcept {
  return static_cast<std::int32_t>(sequence - other);
}

}  // namespace

void Received::begin(std::uint32_t sequence) noexcept {
  if (has_begun_) return;
  has_begun_ = true;
  first_ = next_ = sequence;
}

void Received::open(std::uint32_t sequence) {
  if (has_begun_ && sequence != first_) {
    const bool has_lacked = lacks();
    *this = {};
    has_lacked_ = has_lacked;
  }
  begin(sequence);
  add(sequence, 1);
}

void Received::add(std::uint32_t sequence, std::uint32_t size) {
  // No window is larger: the number is wrong, or nothing of it can be told.
  constexpr std::int32_t farthest = std::int32_t{1} << 30;
  begin(sequence);
  const std::int32_t ahead = distance(sequence, next_);
  if (ahead > farthest || ahead < -farthest || size > std::uint32_t{farthest}) return;
  const std::uint32_t end = sequence + size;
  if (ahead > 0) keep(gaps_, {next_, sequence});
  else if (!gaps_.empty()) fill(sequence, end);
  if (distance(end, next_) > 0) next_ = end;
}

/// The first ones are kept: as long as they are open, they tell.
void Received::keep(std::vector<Gap>& gaps, const Gap& gap) {
  if (gaps.size() < most) gaps.push_back(gap);
}

void Received::fill(std::uint32_t begin, std::uint32_t end) {
  std::vector<Gap> left;
  for (const Gap& gap : gaps_) {
    const bool is_apart = distance(end, gap.begin) <= 0 || distance(begin, gap.end) >= 0;
    if (is_apart) keep(left, gap);
    if (is_apart) continue;
    if (distance(begin, gap.begin) > 0) keep(left, {gap.begin, begin});
    if (distance(end, gap.end) < 0) keep(left, {end, gap.end});
  }
  gaps_ = std::move(left);
}

void Received::acknowledge(std::uint32_t sequence) noexcept {
  if (!has_begun_) return;
  if (!was_acknowledged_ || distance(sequence, acknowledged_) > 0) acknowledged_ = sequence;
  was_acknowledged_ = true;
}

bool Received::is_acknowledged(const Gap& gap) const noexcept {
  return !was_acknowledged_ || distance(acknowledged_, gap.begin) > 0;
}

/// The end of a connection counts as a byte, which is not in `size`.
bool Received::lacks() const noexcept {
  if (has_lacked_) return true;
  if (was_acknowledged_ && distance(acknowledged_, next_) > 1) return true;
  return std::any_of(gaps_.begin(), gaps_.end(), [this](const Gap& gap) { return is_acknowledged(gap); });
}

}  // namespace godot::analysis::report
