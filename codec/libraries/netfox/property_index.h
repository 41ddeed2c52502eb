// SPDX-License-Identifier: MIT
// The numbers of properties in differences of calls (netfox 1.28 to 1.39): a byte each.
//
// A property's number is Godot's hash() of its path (":position"), modulo 256. If an earlier property of the list has
// that number, the next candidate is hash(number + 1) modulo 256, and so on until one is free.
// Sources: addons/netfox of 1.39.0, encoder/diff-history-encoder.gd; core/string/ustring.cpp (String::hash),
// core/templates/hashfuncs.h (hash_one_uint64).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace godot::netfox {

class PropertyIndexes {
 public:
  /// The number of the next property of the list; empty: no number is free, or none can be found.
  [[nodiscard]] std::optional<std::uint8_t> next(std::string_view path) noexcept;

 private:
  std::array<bool, 256> taken_ = {};
};

}  // namespace godot::netfox
