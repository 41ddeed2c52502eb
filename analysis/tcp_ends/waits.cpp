// SPDX-License-Identifier: MIT
#include "analysis/tcp_ends/waits.h"

#include <algorithm>

namespace godot::analysis::tcp_ends {
namespace {

bool is_before(std::uint32_t one, std::uint32_t other) { return static_cast<std::int32_t>(one - other) < 0; }

}  // namespace

// --- Behind a lost segment ------------------------------------------------------------------------------------------

void HeadOfLine::sent(const SegmentHead& segment) {
  const std::uint32_t end = segment.sequence + segment.size;
  const bool fills = is_missed_ && !is_before(acknowledged_, segment.sequence) && is_before(acknowledged_, end);
  // Not sent before: behind all others. What comes between them, or again, was missed here or at the receiver.
  if (open_.empty() || !is_before(segment.sequence, open_.back().end)) {
    if (has_answer_ && is_before(segment.sequence, acknowledged_)) return;
    if (open_.size() == most_open) open_.erase(open_.begin());
    open_.push_back({segment.sequence, end, segment.frame, segment.time, false});
    return;
  }
  for (Open& each : open_)
    if (is_before(each.begin, end) && is_before(segment.sequence, each.end)) each.is_again = true;
  if (!fills) return;
  filled_ = segment.frame;
  filled_at_ = segment.time;
}

bool HeadOfLine::has_waited(HeldSegments& held, std::uint32_t acknowledged) const {
  for (const Open& each : open_) {
    const bool is_missed = !is_before(acknowledged_, each.begin) && is_before(acknowledged_, each.end);
    if (is_missed) held.missed = each.frame;
    const bool came_before = !each.is_again && is_before(acknowledged_, each.begin) && each.time < filled_at_;
    if (is_missed || !came_before || is_before(acknowledged, each.end)) continue;
    held.bytes += each.end - each.begin;
    if (held.count++ == 0) {
      held.first = each.frame;
      held.longest = filled_at_ - each.time;
    }
    held.last = each.frame;
  }
  held.filled = filled_;
  return held.count != 0 && held.longest >= limit;
}

void HeadOfLine::forget_before(std::uint32_t acknowledged) {
  const auto first = std::find_if(open_.begin(), open_.end(),
                                  [acknowledged](const Open& each) { return is_before(acknowledged, each.end); });
  open_.erase(open_.begin(), first);
}

bool HeadOfLine::answered(const SegmentHead& answer, HeldSegments& held) {
  const std::uint32_t number = answer.acknowledged;
  if (has_answer_ && number == acknowledged_) {
    const bool is_alone = answer.size == 0 && answer.window == window_ && answer.window != 0;
    if (is_alone && !open_.empty() && is_before(number, open_.back().end)) is_missed_ = true;
    window_ = answer.window;
    return false;
  }
  if (has_answer_ && is_before(number, acknowledged_)) return false;
  const bool has_held = is_missed_ && filled_ != 0 && has_waited(held, number);
  forget_before(number);
  has_answer_ = true;
  is_missed_ = false;
  filled_ = 0;
  acknowledged_ = number;
  window_ = answer.window;
  return has_held;
}

// --- For a late acknowledgement -------------------------------------------------------------------------------------

bool Nagle::sent(const SegmentHead& segment, const Turns& turns) {
  // Smaller than a whole segment on any way: Nagle's algorithm keeps it back.
  constexpr std::uint32_t small = 512;
  constexpr Nanoseconds tolerance = millisecond;
  constexpr Nanoseconds near = 10 * millisecond;
  const bool is_small = segment.size <= small;
  // It is not kept back.
  if (is_open_ && was_small_ && is_small) forget();
  const Nanoseconds late = late_;
  const Nanoseconds gap = segment.time - answered_at_ - turns.sender;
  late_ = 0;
  is_open_ = true;
  was_small_ = is_small;
  end_ = segment.sequence + segment.size;
  sent_at_ = segment.time;
  if (late == 0 || gap > near) return false;
  if (gap > tolerance + turns.sender / 8) {
    ++missed_;
    return false;
  }
  least_ = waited_ == 0 ? late : std::min(least_, late);
  most_ = waited_ == 0 ? late : std::max(most_, late);
  ++waited_;
  constexpr std::uint32_t to_one = 4;
  if (is_said_ || waited_ < enough || missed_ * to_one > waited_ || unclear_ * to_one > waited_) return false;
  is_said_ = true;
  return true;
}

void Nagle::answered(const SegmentHead& answer, const Turns& turns) {
  // Linux: TCP_DELACK_MIN, 40 ms, and up to two ticks of its clock; programs on a busy machine see it later.
  constexpr Nanoseconds from = 36 * millisecond;
  constexpr Nanoseconds to = 56 * millisecond;
  constexpr Nanoseconds quick = 20 * millisecond;
  if (!is_open_ || is_before(answer.acknowledged, end_)) return;
  is_open_ = false;
  answered_at_ = answer.time;
  // The connection's beginning may take longer than what follows.
  const Nanoseconds turn = answer.time - sent_at_;
  shortest_ = std::min(shortest_ == 0 ? turns.receiver : shortest_, turn);
  const Nanoseconds late = turn - shortest_;
  is_quick_ |= waited_ != 0 && late < quick;
  late_ = 0;
  if (!was_small_ || answer.size != 0 || late < quick) return;
  if (late >= from && late <= to) late_ = late;
  else ++unclear_;
}

}  // namespace godot::analysis::tcp_ends
