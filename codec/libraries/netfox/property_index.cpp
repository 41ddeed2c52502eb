// SPDX-License-Identifier: MIT
#include "codec/libraries/netfox/property_index.h"

#include <algorithm>
#include <cstddef>

#include "codec/core/utf8.h"

namespace godot::netfox {
namespace {

/// String::hash(), of code points.
std::uint32_t hash_of(std::string_view text) noexcept {
  constexpr std::uint32_t begin = 5381;
  constexpr std::uint32_t factor = 33;
  constexpr std::uint32_t replacement = 0xFFFD;  // Godot reads this in place of invalid bytes
  std::uint32_t hash = begin;
  while (!text.empty()) {
    const std::size_t length = utf8_character(text);
    hash = hash * factor + (length != 0 ? scalar_of(text.substr(0, length)) : replacement);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return hash;
}

/// hash() of an int.
std::uint32_t hash_of(std::uint64_t number) noexcept {
  std::uint64_t value = ~number + (number << 18);
  value ^= value >> 31;
  value *= 21;
  value ^= value >> 11;
  value += value << 6;
  value ^= value >> 22;
  return static_cast<std::uint32_t>(value);
}

}  // namespace

std::optional<std::uint8_t> PropertyIndexes::next(std::string_view path) noexcept {
  auto index = static_cast<std::uint8_t>(hash_of(path));
  // The steps may repeat without reaching a free number; then netfox itself does not end.
  for (std::size_t step = 0; step <= taken_.size(); ++step) {
    if (!taken_[index]) {
      taken_[index] = true;
      return index;
    }
    index = static_cast<std::uint8_t>(hash_of(std::uint64_t{index} + 1));
  }
  return std::nullopt;
}

}  // namespace godot::netfox
