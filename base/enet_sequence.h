// SPDX-License-Identifier: MIT
// Arithmetic of ENet's 16-bit numbers, which wrap after 65,535: sequence numbers, groups, sent times.
#pragma once

#include <cstdint>

namespace godot::analysis {

/// The signed distance from `from` to `to`, -32,768 to 32,767: the shorter way around.
[[nodiscard]] constexpr std::int32_t distance(std::uint16_t from, std::uint16_t to) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(to - from));
}

[[nodiscard]] constexpr bool later(std::uint16_t one, std::uint16_t than) noexcept { return distance(than, one) > 0; }

/// How many numbers there are.
inline constexpr std::uint32_t one_round = 0x10000;

/// The start of extended numbers: far enough from zero to look back from there.
inline constexpr std::uint64_t series_begin = std::uint64_t{1} << 32;

/// The number with these low 16 bits that is nearest to `reference`.
[[nodiscard]] constexpr std::uint64_t extend(std::uint64_t reference, std::uint16_t number) noexcept {
  const auto way = distance(static_cast<std::uint16_t>(reference), number);
  return reference + static_cast<std::uint64_t>(static_cast<std::int64_t>(way));
}

}  // namespace godot::analysis
