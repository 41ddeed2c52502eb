// SPDX-License-Identifier: MIT
// Some derived items, in the order of a tree; written without allocation. Of more than `most`, the first are kept.
#pragma once

#include <array>
#include <cstddef>

#include "analysis/derived/derived_value.h"

namespace godot::analysis {

template <DerivedId Id, std::size_t most>
class DerivedItems {
 public:
  void add(Id row, DerivedValue value) { add({row, value, hides_}); }
  /// The same for a number, if it is not 0.
  void add_any(Id row, std::integral auto number) {
    if (number != 0) add(row, number);
  }

  /// Items that are added from now on are hidden.
  void hide() noexcept { hides_ = true; }

  [[nodiscard]] const DerivedItem<Id>* begin() const noexcept { return items_.data(); }
  [[nodiscard]] const DerivedItem<Id>* end() const noexcept { return items_.data() + count_; }

 protected:
  void add(const DerivedItem<Id>& item) {
    if (count_ != most) items_[count_++] = item;
  }

 private:
  std::size_t count_ = 0;
  bool hides_ = false;
  std::array<DerivedItem<Id>, most> items_;  // the first `count_` are written before they are read
};

}  // namespace godot::analysis
