// SPDX-License-Identifier: MIT
// A table with small numbers as keys, which grows where it is used: four bits of the key per level. It has as many
// levels as its largest key needs.
//
// Memory: nothing until the first entry; 128 bytes a node, at most one node a level for a new entry. Time: a load a
// level, whatever the keys.
#pragma once

#include <array>
#include <cstdint>

#include "base/arena.h"

namespace godot::analysis::enet {

/// An entry is a pointer, null until it is set.
template <class Object>
class Table {
 public:
  [[nodiscard]] Object* find(std::uint32_t key) const noexcept {
    if (key > largest_) return nullptr;
    const void* at = root_;
    for (unsigned level = levels_; level-- > 0 && at != nullptr;)
      at = static_cast<const Node*>(at)->below[key >> bits * level & mask];
    return static_cast<Object*>(const_cast<void*>(at));
  }

  void set(std::uint32_t key, Object* object, const Arena& arena) {
    for (; key > largest_ || levels_ == 0; ++levels_, largest_ = largest_ << bits | mask) {
      if (root_ == nullptr) continue;
      auto* root = arena.make<Node>();
      root->below[0] = root_;
      root_ = root;
    }
    void** at = &root_;
    for (unsigned level = levels_; level-- > 0;) {
      if (*at == nullptr) *at = arena.make<Node>();
      at = &static_cast<Node*>(*at)->below[key >> bits * level & mask];
    }
    *at = object;
  }

 private:
  static constexpr unsigned bits = 4;
  static constexpr std::uint32_t mask = (1U << bits) - 1;
  struct Node {
    std::array<void*, mask + 1> below;
  };

  void* root_ = nullptr;
  std::uint32_t largest_ = 0;  ///< the largest key that the levels can hold
  std::uint32_t levels_ = 0;
};

/// The key of a channel. 255, the channel of the connection itself, comes before the game's, which are small numbers.
[[nodiscard]] constexpr std::uint32_t channel_key(std::uint8_t channel) noexcept { return (channel + 1U) & 0xffU; }

}  // namespace godot::analysis::enet
