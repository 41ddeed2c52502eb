// SPDX-License-Identifier: MIT
// Some derived items, in the order of a tree; written without allocation.
#pragma once

#include <array>
#include <cstddef>

#include "analysis/derived/value.h"

namespace godot::analysis {

template <DerivedId Id, std::size_t most>
class DerivedItems {
 public:
  void add(Id row, DerivedValue value) { items_.at(count_++) = {row, value}; }
  /// The same for a number, if it is not 0.
  void add_any(Id row, std::integral auto number) {
    if (number != 0) add(row, number);
  }

  [[nodiscard]] const DerivedItem<Id>* begin() const noexcept { return items_.data(); }
  [[nodiscard]] const DerivedItem<Id>* end() const noexcept { return items_.data() + count_; }

 private:
  std::size_t count_ = 0;
  std::array<DerivedItem<Id>, most> items_;  // the first `count_` are written before they are read
};

}  // namespace godot::analysis
