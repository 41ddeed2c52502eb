// SPDX-License-Identifier: MIT
// Half precision of Redot 26.3: a property that is configured as `precision = 1` is one type byte and IEEE halves in
// spawns, syncs and deltas. Nothing on the wire marks them: they are recognised because the values fill their length in
// no other way. Internal to the walk.
//
// Source: scene/main/multiplayer_api.cpp and modules/multiplayer/scene_replication_config.cpp of Redot 26.3 beta 1.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "codec/core/bytes.h"
#include "codec/variant/fields.h"
#include "codec/variant/types.h"

namespace godot::multiplayer::detail {

/// Number of halves of a value of this type; 0: it has no such form.
[[nodiscard]] constexpr std::uint32_t halves_of(std::uint32_t type) noexcept {
  constexpr const auto& types = variant::tables::types_redot;
  if (type >= types.size()) return 0;
  if (types[type].kind == variant::Kind::floating) return 1;
  if (types[type].kind != variant::Kind::math) return 0;
  switch (types[type].layout.first) {
    case field::vector2_x:
    case field::vector3_x:
    case field::vector4_x:
    case field::quaternion_x:
    case field::color_r: return types[type].layout.count;
    default: return 0;
  }
}

/// Converts an IEEE binary16 to a float.
[[nodiscard]] constexpr float from_half(std::uint16_t half) noexcept {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t exponent = half >> 10 & 0x1FU;
  const std::uint32_t fraction = half & 0x3FFU;
  if (exponent == 0) {
    constexpr float smallest = 1.0F / (1U << 24);
    const float size = static_cast<float>(fraction) * smallest;
    return sign != 0 ? -size : size;
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFFU : exponent + 127 - 15;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

/// The values of a state that are halves.
struct HalfPlan {
  static constexpr std::uint32_t max_values = 64;
  bool all = false;        ///< all that have such a form
  bool looks = false;      ///< not all was captured: those whose first word cannot be a plain header
  std::uint64_t some = 0;  ///< bit i: value i, of the first 64

  [[nodiscard]] bool is_plain() const noexcept { return !all && !looks && some == 0; }
  [[nodiscard]] bool at(std::uint32_t index) const noexcept {
    return all || (index < max_values && (some >> index & 1) != 0);
  }
};

/// End of the halves at `at`; 0: not halves.
[[nodiscard]] inline Offset end_of_halves(const std::uint8_t* bytes, Offset at, Offset end) noexcept {
  const std::uint32_t parts = halves_of(bytes[at]);
  const Offset length = 1 + 2 * parts;
  return parts != 0 && length <= end - at ? at + length : 0;
}

/// True if the values from `begin` on end exactly at `end` under this plan. A value that has no such form is plain.
template <class Plain>
[[nodiscard]] bool plan_fits(const HalfPlan& plan, const std::uint8_t* bytes, Offset begin, Offset end, Plain&& plain) {
  Offset at = begin;
  for (std::uint32_t index = 0; at != end; ++index) {
    const bool half = plan.at(index) && halves_of(bytes[at]) != 0;
    at = half ? end_of_halves(bytes, at, end) : plain(at);
    if (at == 0) return false;
  }
  return true;
}

/// Finds the plan under which the values from `begin` on end exactly at `end`. Tried first: all values plain; then
/// halves wherever possible; then the only mixture that fits. None: all are plain. `plain(at)`: the end of the plain
/// value there, 0 if there is none. `bytes`: the buffer of the offsets.
template <class Plain>
[[nodiscard]] HalfPlan find_halves(const std::uint8_t* bytes, Offset begin, Offset end, Plain&& plain) {
  const auto half = [&](Offset at) { return end_of_halves(bytes, at, end); };
  const auto fits = [&](bool halves) {
    Offset at = begin;
    while (at != end) {
      const Offset next = halves ? half(at) : 0;
      at = next != 0 ? next : plain(at);
      if (at == 0) return false;
    }
    return true;
  };
  if (fits(false)) return {};
  if (fits(true)) return {.all = true};

  // Each position is visited once, so the length, which is small, bounds the search.
  constexpr Offset longest = 256;
  if (end - begin > longest) return {};
  struct Place {
    std::uint8_t ways = 0;  ///< number of ways to this position, at most 2
    std::uint8_t index = 0;
    std::uint64_t halves = 0;
  };
  std::array<Place, longest + 1> places{};
  places[0].ways = 1;
  const auto reach = [&](const Place& from, Offset at, bool is_half) {
    if (at == 0 || from.index == HalfPlan::max_values) return;
    Place& to = places[at - begin];
    const std::uint64_t bit = is_half ? std::uint64_t{1} << from.index : 0;
    to = {.ways = static_cast<std::uint8_t>(to.ways + from.ways > 1 ? 2 : 1),
          .index = static_cast<std::uint8_t>(from.index + 1),
          .halves = from.halves | bit};
  };
  for (Offset at = begin; at != end; ++at) {
    const Place from = places[at - begin];
    if (from.ways == 0) continue;
    reach(from, half(at), true);
    reach(from, plain(at), false);
  }
  const Place& last = places[end - begin];
  return {.some = last.ways == 1 ? last.halves : 0};
}

}  // namespace godot::multiplayer::detail
