// SPDX-License-Identifier: MIT
// The rows of the codec's catalogue that have the same filter name: a program may know them as one field.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "codec/core/catalogue.h"

namespace godot::analysis {

/// The rows of each filter name, those of one name beside each other.
class RowsOfNames {
 public:
  RowsOfNames() {
    each_field([this](Field field) { fields_[count_++] = field; });
    std::stable_sort(fields_.begin(), fields_.begin() + count_,
                     [](Field one, Field other) { return name(one) < name(other); });
  }

  [[nodiscard]] std::span<const Field> of(std::string_view filter) const {
    const auto by_name = [](Field field, std::string_view wanted) { return name(field) < wanted; };
    const Field* const all = fields_.data();
    const Field* const first = std::lower_bound(all, all + count_, filter, by_name);
    const Field* last = first;
    while (last != all + count_ && name(*last) == filter) ++last;
    return {first, last};
  }

 private:
  [[nodiscard]] static std::string_view name(Field field) { return info(field).filter; }

  std::array<Field, field_numbers> fields_{};
  std::size_t count_ = 0;
};

/// True if no row has another name for this value: columns, and filters like "== name", know no dialect.
[[nodiscard]] inline bool is_common(const ValueName& value, std::span<const Field> rows) {
  return std::none_of(rows.begin(), rows.end(), [&value](Field row) {
    const ValueName* name = info(row).names;
    if (name == nullptr) return false;
    while (name->name != nullptr && name->value != value.value) ++name;
    return name->name != nullptr && std::string_view(name->name) != value.name;
  });
}

}  // namespace godot::analysis
