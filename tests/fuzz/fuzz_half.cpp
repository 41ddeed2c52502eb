// SPDX-License-Identifier: MIT
// Any bytes as a state that may contain halves: the result derived from its length is compared with all possible
// readings, one by one.
//
// Plain values are invented, so that there are many: a byte of 0x80 or more is a plain value whose size is in its low
// four bits.
#include <cmath>
#include <span>

#include "codec/multiplayer/half.h"
#include "tests/fuzz/input.h"

using namespace godot;
using multiplayer::detail::find_halves;
using multiplayer::detail::from_half;
using multiplayer::detail::HalfPlan;
using multiplayer::detail::halves_of;

namespace {

constexpr Offset begin = 3;

Offset plain_end(std::span<const std::uint8_t> bytes, Offset at) {
  const Offset length = (bytes[at] & 0x80) != 0 ? (bytes[at] & 15U) : 0;
  return length != 0 && length <= bytes.size() - at ? at + length : 0;
}

Offset half_end(std::span<const std::uint8_t> bytes, Offset at) {
  const Offset length = 1 + 2 * halves_of(bytes[at]);
  return length != 1 && length <= bytes.size() - at ? at + length : 0;
}

/// How many readings lead from `at` to the end, counted up to 2.
unsigned ways(std::span<const std::uint8_t> bytes, Offset at, std::uint32_t index) {
  if (at == bytes.size()) return 1;
  if (index == HalfPlan::max_values) return 0;
  unsigned found = 0;
  for (const Offset next : {half_end(bytes, at), plain_end(bytes, at)}) {
    if (next != 0 && found < 2) found += ways(bytes, next, index + 1);
  }
  return std::min(found, 2U);
}

/// Whether the plan leads exactly to the end.
bool leads_to_end(std::span<const std::uint8_t> bytes, const HalfPlan& plan) {
  Offset at = begin;
  for (std::uint32_t index = 0; at != bytes.size(); ++index) {
    const Offset half = plan.at(index) ? half_end(bytes, at) : 0;
    at = half != 0 ? half : plain_end(bytes, at);
    if (at == 0) return false;
  }
  return true;
}

void check_number(std::uint16_t half) {
  const int exponent = half >> 10 & 31;
  const int fraction = half & 1023;
  const float value = from_half(half);
  test::require(std::signbit(value) == (half >> 15 != 0), "another sign");
  if (exponent == 31) {
    test::require(fraction != 0 ? std::isnan(value) : std::isinf(value), "a number where there is none");
    return;
  }
  const float size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                   : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
  test::require(std::fabs(value) == size, "another number");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t most = 40;  // all readings are tried
  for (std::size_t i = 0; i + 1 < size; i += 2) check_number(static_cast<std::uint16_t>(data[i] | data[i + 1] << 8));
  if (size < begin) return 0;
  const test::ExactCopy copy({data, size}, static_cast<Offset>(size));
  const std::span<const std::uint8_t> bytes = copy.buffer().captured;
  const HalfPlan plan =
      find_halves(bytes.data(), begin, static_cast<Offset>(size), [&](Offset at) { return plain_end(bytes, at); });
  test::require(!plan.looks, "what is there whole needs no looks");
  const bool has_halves = plan.all || plan.some != 0;
  if (has_halves) test::require(leads_to_end(bytes, plan), "the plan does not lead to the end");
  if (size > most) return 0;
  if (ways(bytes, begin, 0) == 0) test::require(!has_halves, "halves where nothing fits");
  if (ways(bytes, begin, 0) == 1 && !plan.all) test::require(leads_to_end(bytes, plan), "the one way was not found");
  return 0;
}
