// SPDX-License-Identifier: MIT
// A number for bytes: equal bytes have equal ones, others hardly ever. It is not kept beyond the capture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "codec/core/bytes.h"

namespace godot::analysis::facts {

/// The output of the generator splitmix64 for this state: a bijection, after which each bit of the state has changed
/// about half of the bits. (Vigna, prng.di.unimi.it/splitmix64.c)
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t state) noexcept {
  state += 0x9E3779B97F4A7C15;
  state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9;
  state = (state ^ state >> 27) * 0x94D049BB133111EB;
  return state ^ state >> 31;
}

/// One to seven bytes, filled with zeros. They are read in parts that overlap: a copy of so many would be read before
/// it is written.
[[nodiscard]] inline std::uint64_t last_word(std::span<const std::uint8_t> bytes) noexcept {
  const std::size_t size = bytes.size();
  constexpr std::size_t half = sizeof(std::uint32_t);
  if (size >= half) {
    const std::uint64_t last = load_le<std::uint32_t>(bytes.data() + size - half);
    return load_le<std::uint32_t>(bytes.data()) | last << 8 * (size - half);
  }
  return bytes[0] | std::uint64_t{bytes[size / 2]} << 8 * (size / 2) | std::uint64_t{bytes[size - 1]} << 8 * (size - 1);
}

/// Of the size, and of all words of 8 bytes, the last one filled with zeros.
[[nodiscard]] inline std::uint64_t digest(std::span<const std::uint8_t> bytes) noexcept {
  std::uint64_t hash = mixed(bytes.size());
  std::uint64_t word = 0;
  for (; bytes.size() >= sizeof word; bytes = bytes.subspan(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    hash = mixed(hash ^ word);
  }
  return bytes.empty() ? hash : mixed(hash ^ last_word(bytes));
}

}  // namespace godot::analysis::facts
