// SPDX-License-Identifier: MIT
// Bytes of captures that tests write by hand.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace godot::capture::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes operator+(Bytes one, const Bytes& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

inline Bytes of(std::string_view text) { return {text.begin(), text.end()}; }

/// `size` bytes of a number.
inline Bytes big(std::uint64_t value, unsigned size) {
  Bytes out;
  for (unsigned i = size; i-- != 0;) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  return out;
}
inline Bytes little(std::uint64_t value, unsigned size) {
  Bytes out;
  for (unsigned i = 0; i != size; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  return out;
}
inline Bytes number(std::uint64_t value, unsigned size, bool is_big) {
  return is_big ? big(value, size) : little(value, size);
}

inline Bytes copy(std::span<const std::uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace godot::capture::test
