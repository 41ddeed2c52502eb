// SPDX-License-Identifier: MIT
// A number for bytes: equal bytes have equal ones, others hardly ever. It is not kept beyond the capture.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace godot::analysis::facts {

/// The output of the generator splitmix64 for this state: a bijection, after which each bit of the state has changed
/// about half of the bits. (Vigna, prng.di.unimi.it/splitmix64.c)
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t state) noexcept {
  state += 0x9E3779B97F4A7C15;
  state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9;
  state = (state ^ state >> 27) * 0x94D049BB133111EB;
  return state ^ state >> 31;
}

/// Of the size, and of all words of 8 bytes, the last one filled with zeros.
[[nodiscard]] inline std::uint64_t digest(std::span<const std::uint8_t> bytes) noexcept {
  std::uint64_t hash = mixed(bytes.size());
  std::uint64_t word = 0;
  for (; bytes.size() >= sizeof word; bytes = bytes.subspan(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = mixed(hash ^ word);
  }
  if (bytes.empty()) return hash;
  word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  return mixed(hash ^ word);
}

}  // namespace godot::analysis::facts
