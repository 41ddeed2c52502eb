// SPDX-License-Identifier: MIT
// The values of derived fields.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "analysis/derived/row.h"
#include "codec/core/bytes.h"

namespace godot::analysis {

/// A range of a message's bytes.
struct ByteRange {
  Offset begin = 0;
  Offset length = 0;

  /// Where it begins, without its bytes: for items about the parent, which highlights them.
  [[nodiscard]] ByteRange start() const noexcept { return {begin, 0}; }
};

/// The value of a derived field; its row's kind says which member counts. Made from what it is: a number, a text.
struct DerivedValue {
  std::int64_t number = 0;     ///< counts for all kinds but texts
  const char* text = nullptr;  ///< counts for the kind text

  constexpr DerivedValue() noexcept = default;  ///< for kinds without a value
  template <std::integral Number>
  constexpr DerivedValue(Number value) noexcept : number(static_cast<std::int64_t>(value)) {}
  constexpr DerivedValue(double value) noexcept : number(std::bit_cast<std::int64_t>(value)) {}
  constexpr DerivedValue(const char* value) noexcept : text(value) {}

  [[nodiscard]] constexpr double real() const noexcept { return std::bit_cast<double>(number); }
};

/// A derived field and its value.
template <DerivedId Id>
struct DerivedItem {
  Id row;
  DerivedValue value = {};
  bool hidden = false;  ///< not displayed; only where a filter, a column or an export names its field
};

}  // namespace godot::analysis
