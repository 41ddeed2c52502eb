// SPDX-License-Identifier: GPL-2.0-or-later
// Storage for an object that is made later, or not at all. Unlike std::optional, which GCC clears as a whole before it
// is used, an unused object costs nothing, whatever its size.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include "plugin/core/longjmp.h"

namespace godot::plugin {

template <class T>
class Late {
 public:
  Late() noexcept {}  // leaves the storage as it is
  Late(const Late&) = delete;
  Late& operator=(const Late&) = delete;

  template <class... Arguments>
  T& emplace(Arguments&&... arguments) {
    object_ = new (storage_) T(std::forward<Arguments>(arguments)...);
    return *object_;
  }

  /// The object; null: not made.
  [[nodiscard]] T* get() const noexcept { return object_; }

 private:
  static_assert(left_by_longjmp<T>, "the object is never destroyed");

  alignas(T) std::byte storage_[sizeof(T)];
  T* object_ = nullptr;
};

}  // namespace godot::plugin
