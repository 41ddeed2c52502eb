// SPDX-License-Identifier: GPL-2.0-or-later
// A table with small numbers for keys, which grows where it is used: four bits of the key a level.
//
// Memory: nothing until the first entry; 128 bytes a node, at most one node a level for a new entry. Time: a load a
// level, whatever the keys.
#pragma once

#include <array>
#include <cstdint>

#include "plugin/analysis/enet/arena.h"

namespace godot::analysis::enet {

/// Keys have 4 * `Levels` bits. An entry is a pointer, null until it is set.
template <class Object, unsigned Levels>
class Table {
 public:
  [[nodiscard]] Object* find(std::uint32_t key) const noexcept {
    const void* at = root_;
    for (unsigned level = Levels; level-- > 0 && at != nullptr;)
      at = static_cast<const Node*>(at)->below[key >> 4 * level & mask];
    return static_cast<Object*>(const_cast<void*>(at));
  }

  void set(std::uint32_t key, Object* object, const Arena& arena) {
    void** at = &root_;
    for (unsigned level = Levels; level-- > 0;) {
      if (*at == nullptr) *at = arena.make<Node>();
      at = &static_cast<Node*>(*at)->below[key >> 4 * level & mask];
    }
    *at = object;
  }

 private:
  static constexpr std::uint32_t mask = 15;
  struct Node {
    std::array<void*, mask + 1> below;
  };

  void* root_ = nullptr;
};

}  // namespace godot::analysis::enet
