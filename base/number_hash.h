// SPDX-License-Identifier: MIT
// A hash for numbers from the wire (ids of nodes and peers), and for other keys: frames, addresses in memory. Like the
// hash for texts it has a secret: otherwise an attacker could choose ids that all fall into one bucket.
//
// Any two different keys get the same 32 bits with a probability of 2^-32: a sum of products with
// secret factors, of which the upper half counts. The products do not wait for each other.
//
// Source: Dietzfelbinger, "Universal hashing and k-wise independent random variables via integer arithmetic without
// primes".
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/text_hash.h"

namespace godot::analysis {
namespace secret {

inline constexpr std::size_t most_pieces = 12;  ///< of 32 bits, in one key

inline const std::array<std::uint64_t, most_pieces + 1> factors = []() noexcept {
  constexpr unsigned half = 32;
  std::array<std::uint64_t, most_pieces + 1> made{};
  char name = 0;
  for (std::uint64_t& factor : made) {
    for (const unsigned shift : {0U, half}) {
      factor ^= std::uint64_t{TextHash{}({&name, 1})} << shift;
      ++name;
    }
  }
  return made;
}();

/// As many bits as the type has.
template <class T>
[[nodiscard]] auto bits_of(T value) noexcept {
  if constexpr (std::is_pointer_v<T>) return reinterpret_cast<std::uintptr_t>(value);
  else if constexpr (std::is_same_v<T, bool>) return std::uint8_t{value};
  else return static_cast<std::make_unsigned_t<T>>(value);
}

}  // namespace secret

/// For the members of a key: numbers, and pointers by their address.
template <class... Parts>
[[nodiscard]] std::size_t hash_numbers(Parts... parts) noexcept {
  constexpr unsigned half = 32;
  static_assert((0 + ... + (sizeof(Parts) > 4 ? 2 : 1)) <= secret::most_pieces);
  std::uint64_t sum = secret::factors[0];
  std::size_t piece = 0;
  const auto add = [&](auto bits) {
    sum += secret::factors[++piece] * static_cast<std::uint32_t>(bits);
    if constexpr (sizeof bits > 4) sum += secret::factors[++piece] * static_cast<std::uint32_t>(bits >> half);
  };
  (add(secret::bits_of(parts)), ...);
  return static_cast<std::size_t>(sum >> half);
}

/// For keys that are one number.
struct NumberHash {
  template <std::integral T>
  [[nodiscard]] std::size_t operator()(T number) const noexcept {
    return hash_numbers(number);
  }
};

/// For a sequence, one number after another: `before` is 0, or the last result. The order matters.
[[nodiscard]] inline std::uint64_t chain_hash(std::uint64_t before, std::uint64_t number) noexcept {
  constexpr unsigned half = 32;
  const std::uint64_t hash = (before ^ number ^ secret::factors[0]) * (secret::factors[1] | 1U);
  return hash ^ hash >> half;
}

}  // namespace godot::analysis
