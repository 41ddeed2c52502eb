// SPDX-License-Identifier: MIT
#include "analysis/enet/order/series.h"

#include <algorithm>

namespace godot::analysis::enet {

void Order::begin_after(const Position& position) noexcept {
  begun_ = true;
  last_ = position;
}

Order::Seen Order::see(const Position& position, const Witness& witness, const Arena& arena) {
  if (!begun_) {
    begin_after(position);
    horizon_ = &arena.make(Gap{{}, position, witness});
    return {Arrival::first, {}};
  }
  if (position > last_) {
    const Position before = last_;
    last_ = position;
    if (position == before.successor()) return {Arrival::next, {}};
    const Gap gap{before, position, witness};
    insert(count_, gap, arena);
    return {Arrival::ahead, gap};
  }
  for (std::uint8_t at = count_; at-- > 0;) {
    const Gap gap = gaps_[at];
    if (position >= gap.before) return {Arrival::repeated, {}};
    if (position <= gap.after) continue;
    fill(at, position, arena);
    return {Arrival::late, gap};
  }
  if (horizon_ != nullptr && position < horizon_->before) return {Arrival::late, *horizon_};
  return {Arrival::repeated, {}};
}

void Order::insert(std::uint8_t at, const Gap& gap, const Arena& arena) {
  if (count_ == most_gaps) {
    // Removes the older half at once, so that the average cost of a gap is constant.
    constexpr std::uint8_t half = most_gaps / 2;
    if (horizon_ == nullptr) horizon_ = arena.make<Gap>();
    *horizon_ = gaps_[half - 1];
    std::copy(gaps_ + half, gaps_ + count_, gaps_);
    count_ = half;
    at = static_cast<std::uint8_t>(std::max<int>(at, half) - half);
  }
  if (count_ == capacity_) {
    capacity_ = static_cast<std::uint8_t>(std::max(2 * capacity_, 4));
    Gap* more = arena.make<Gap>(capacity_);
    std::copy(gaps_, gaps_ + count_, more);
    gaps_ = more;
  }
  std::copy_backward(gaps_ + at, gaps_ + count_, gaps_ + count_ + 1);
  gaps_[at] = gap;
  ++count_;
}

void Order::fill(std::uint8_t at, const Position& position, const Arena& arena) {
  const Gap gap = gaps_[at];
  const bool more_before = gap.after.successor() != position;
  const bool more_behind = position.successor() != gap.before;
  if (more_before && more_behind) {
    gaps_[at].after = position;
    insert(at, {gap.after, position, gap.shown}, arena);
  } else if (more_before) {
    gaps_[at].before = position;
  } else if (more_behind) {
    gaps_[at].after = position;
  } else {
    std::copy(gaps_ + at + 1, gaps_ + count_, gaps_ + at);
    --count_;
  }
}

}  // namespace godot::analysis::enet
