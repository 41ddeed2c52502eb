// SPDX-License-Identifier: MIT
// The allocator of the analysis. Memory is never freed: it lives as long as the capture.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace godot::analysis::enet {

struct Arena {
  void* (*allocate)(void* context, std::size_t size);  ///< never null; aligned for every type
  void* context = nullptr;

  /// `count` new objects, one after the other.
  template <class Object>
  [[nodiscard]] Object* make(std::size_t count = 1) const {
    static_assert(std::is_trivially_destructible_v<Object>);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an object may be a pointer
    return new (allocate(context, sizeof(Object) * count)) Object[count]{};
  }
};

}  // namespace godot::analysis::enet
