// SPDX-License-Identifier: MIT
// Work that several tables of the same frames need, done once for all of them.
#pragma once

#include <map>
#include <memory>
#include <utility>

namespace godot::analysis::report {

class Shared {
 public:
  /// The work of this type that these tables share, and whether it is new: then its first table does it. `tables` null:
  /// the table is alone.
  template <class Work>
  [[nodiscard]] static std::pair<std::shared_ptr<Work>, bool> of(Shared* tables) {
    static char type;  // only its address matters
    if (tables == nullptr) return {std::make_shared<Work>(), true};
    std::shared_ptr<void>& work = tables->works_[&type];
    const bool is_new = work == nullptr;
    if (is_new) work = std::make_shared<Work>();
    return {std::static_pointer_cast<Work>(work), is_new};
  }

 private:
  std::map<const void*, std::shared_ptr<void>> works_;  ///< by the address of their type
};

}  // namespace godot::analysis::report
