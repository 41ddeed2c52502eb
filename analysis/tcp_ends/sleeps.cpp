// SPDX-License-Identifier: MIT
#include "analysis/tcp_ends/sleeps.h"

#include <algorithm>

namespace godot::analysis::tcp_ends {
namespace {

constexpr Nanoseconds shortest = second;
// Within this time after it goes on, a system sends what a program has written before.
constexpr Nanoseconds soon = 400 * millisecond;

}  // namespace

bool Sleeper::sent(std::uint32_t frame, Nanoseconds time, std::uint32_t size, Sleep& sleep) noexcept {
  bool is_found = false;
  if (sleep_.first != 0 && resumed_at_ != 0 && time - resumed_at_ > soon) {
    is_found = has_slept(resumed_at_ + soon);
    sleep = sleep_;
    sleep_ = {};
  }
  if (last_ != 0 && time - last_at_ >= shortest) fall_silent(frame, time);
  if (size != 0) {
    if (sleep_.first != 0) {
      if (resumed_at_ == 0) resumed_at_ = time;
      came_ += size;
    } else {
      keep_pace(time, size);
    }
    spoke_at_ = time;
  }
  last_ = frame;
  last_at_ = time;
  asked_at_ = quiet_ = 0;
  repeated_ = 0;
  return is_found;
}

void Sleeper::received(Nanoseconds time, bool is_new) noexcept {
  quiet_ = std::max(quiet_, time - std::max(heard_at_, last_at_));
  heard_at_ = time;
  if (asked_at_ == 0) asked_at_ = time;
  if (!is_new) ++repeated_;
}

/// The end was silent until now: it may have slept, if it sent regularly before, and was asked all the time.
void Sleeper::fall_silent(std::uint32_t frame, Nanoseconds time) noexcept {
  constexpr std::uint32_t enough = 20;
  constexpr Nanoseconds often = second / 10;
  constexpr Nanoseconds waited = second / 2;
  const Nanoseconds length = time - last_at_;
  // Who captures may have stood still itself.
  const Nanoseconds quiet = std::max(quiet_, time - std::max(heard_at_, last_at_));
  sleep_ = {};
  if (count_ <= enough || pace_ > often || time - spoke_at_ > length + second) return;
  if (repeated_ == 0 || asked_at_ == 0 || time - asked_at_ < waited) return;
  if (quiet / 3 > length / 4) return;
  sleep_ = {.last = last_, .first = frame, .repeated = repeated_, .length = length, .every = pace_};
  before_ = spoke_at_;
  resumed_at_ = 0;
  came_ = 0;
}

void Sleeper::keep_pace(Nanoseconds time, std::uint32_t size) noexcept {
  constexpr Nanoseconds weight = 8;
  const Nanoseconds interval = time - spoke_at_;
  if (count_++ == 0) return;
  bytes_ += (Nanoseconds{size} * 1024 - bytes_) / weight;
  if (interval < shortest) pace_ += (interval - pace_) / weight;
}

/// A program that ran all the time has as much to send as it sends in that time: less than two thirds of it came.
bool Sleeper::has_slept(Nanoseconds time) const noexcept {
  const double expected = static_cast<double>(time - before_) / static_cast<double>(std::max<Nanoseconds>(pace_, 1)) *
                          static_cast<double>(bytes_) / 1024;
  return static_cast<double>(came_) * 3 < expected * 2;
}

}  // namespace godot::analysis::tcp_ends
