// SPDX-License-Identifier: MIT
// Watches: numbers of a game that the user has named, rows of the table godot_watches. Which values a row means, and
// which of a value's numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "codec/core/catalogue.h"
#include "codec/core/value.h"

namespace godot::analysis::plots {

/// The direct numbers of a value, with their names: vector2.x, int ...
struct ValueNumbers {
  struct Number {
    Field field;
    double value;
  };
  static constexpr std::size_t most = 20;  // a Projection has 16
  std::array<Number, most> numbers;
  std::uint32_t count = 0;

  void add(Field field, const Value& value) noexcept;
};

/// The place of a value.
struct WatchedValue {
  const char* node;              ///< the node's path; null: unknown
  const char* method = nullptr;  ///< the method of an argument; null: a property's value
  const char* name = nullptr;    ///< of the argument or property; null: unknown
  std::uint32_t index = 0;       ///< its index among the arguments or properties
  const char* listed = nullptr;  ///< a property's index with the name of its list, as in `always #0`; null: no list
};

/// A row, without its name.
struct WatchTarget {
  std::string_view node;       ///< a pattern of paths
  std::string_view what;       ///< position, [0], move(direction), move(0)
  std::string_view component;  ///< x, size.y; empty: the value is the number
};

/// Why a row is none, as a sentence; empty: it is one.
[[nodiscard]] std::string fault_of(const WatchTarget& row);

[[nodiscard]] bool looks_at(const WatchTarget& row, const WatchedValue& value) noexcept;

/// The first of these numbers that the row means; null: none.
[[nodiscard]] const ValueNumbers::Number* number_of(const WatchTarget& row, const ValueNumbers& numbers) noexcept;

/// A value in a watch's notation: position, always #0, move(direction), move(0).
[[nodiscard]] const char* notation_of(const WatchedValue& value, const Arena& arena);

/// A watch's name for a number of this field: `x`, empty if the value is the number; null: it cannot be watched.
[[nodiscard]] const char* component_of(Field field) noexcept;

/// True for a number with a meaning in the game: a component of a vector or color, or the number of elements; not the
/// size of a text on the wire. `component`: of the field.
[[nodiscard]] bool is_worth_plotting(Field field, std::string_view component) noexcept;

}  // namespace godot::analysis::plots
