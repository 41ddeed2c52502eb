// SPDX-License-Identifier: MIT
#include "analysis/enet/order/clock.h"

#include "base/time.h"

namespace godot::analysis::enet {
namespace {

constexpr std::int64_t per_millisecond = millisecond / microsecond;
constexpr std::int64_t turn = 65536 * per_millisecond;  // in microseconds: sent times wrap after this
constexpr Nanoseconds period_length = 30 * second;

constexpr std::int64_t modulo(std::int64_t value) {
  const std::int64_t rest = value % turn;
  return rest < 0 ? rest + turn : rest;
}

constexpr std::int64_t offset(Nanoseconds captured, std::uint16_t sent_time) {
  return modulo(captured / microsecond - sent_time * per_millisecond);
}

constexpr bool less(std::int64_t a, std::int64_t b) { return modulo(b - a) < turn / 2 && a != b; }

}  // namespace

void Clock::see(Nanoseconds captured, std::uint16_t sent_time) noexcept {
  const std::int64_t now = offset(captured, sent_time);
  if (!known_) {
    offsets_ = {now, now};
    period_ = captured;
    known_ = true;
  } else if (captured - period_ >= period_length) {
    offsets_ = {now, offsets_[0]};
    period_ = captured;
  } else if (less(now, offsets_[0])) {
    offsets_[0] = now;
  }
}

std::uint16_t Clock::since(std::uint16_t sent_time, Nanoseconds captured) const noexcept {
  const std::int64_t fastest = less(offsets_[1], offsets_[0]) ? offsets_[1] : offsets_[0];
  const std::int64_t passed = modulo(offset(captured, sent_time) - fastest);
  return passed > turn - turn / 16 ? 0 : static_cast<std::uint16_t>(passed / per_millisecond);
}

}  // namespace godot::analysis::enet
