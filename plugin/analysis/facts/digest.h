// SPDX-License-Identifier: GPL-2.0-or-later
// A number for bytes: equal bytes have equal ones, others hardly ever (FNV-1a, 64 bits).
#pragma once

#include <cstdint>
#include <span>

namespace godot::analysis::facts {

[[nodiscard]] constexpr std::uint64_t digest(std::span<const std::uint8_t> bytes) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
  return hash;
}

}  // namespace godot::analysis::facts
