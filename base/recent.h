// SPDX-License-Identifier: MIT
// Where the values of the last keys are, in front of a table: most packets ask for what those before them asked for.
//
// Constant time, and no secret: keys that meet in one place displace each other, and the table is asked.
#pragma once

#include <array>
#include <cstddef>

namespace godot::analysis {

template <class Key, class Value, std::size_t size = 64>
class Recent {
 public:
  /// The value of this key: that of `find()`, which returns where it stays, unless it is remembered. A null is not.
  /// `number`: any that the key always has, evenly distributed among those that are asked for.
  template <class Find>
  [[nodiscard]] Value* of(const Key& key, std::size_t number, const Find& find) {
    Known& known = known_[number % size];
    if (known.value == nullptr || !(known.key == key)) known = {.key = key, .value = find()};
    return known.value;
  }

 private:
  struct Known {
    Key key = {};
    Value* value = nullptr;
  };

  std::array<Known, size> known_ = {};
};

}  // namespace godot::analysis
