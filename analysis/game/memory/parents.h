// SPDX-License-Identifier: MIT
// The node below which a spawner makes its nodes. The wire does not contain it: a spawn has the node's name and its
// spawner. But if a later path contains that name (Main/World/Enemy3 for a call), the part before the name is the
// parent of all nodes of the spawner: "." if nothing is before it. If two paths disagree, it is unknown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/text_pool.h"

namespace godot::analysis {

/// The root of a MultiplayerAPI, to which its paths are relative, as the node above another one.
inline constexpr std::string_view root_node = ".";

/// The path of a node below another one.
[[nodiscard]] inline std::string path_below(std::string_view above, std::string_view name) {
  return above == root_node ? std::string(name) : std::string(above).append("/").append(name);
}

/// The path above the last node of a path.
[[nodiscard]] inline std::string_view path_above(std::string_view path) noexcept {
  const std::size_t slash = path.rfind('/');
  return slash != std::string_view::npos ? path.substr(0, slash) : root_node;
}

class Parents {
 public:
  explicit Parents(TextPool& texts) : texts_(texts) {}

  /// Records a spawned node. `game` separates unrelated games; `spawner` is a path of the text pool, identified by its
  /// address.
  void spawned(std::uint64_t game, const char* spawner, std::string_view name) {
    const Key<std::uint32_t> key = {game, texts_.keep(name).number};
    const auto [place, is_new] = spawners_.try_emplace(key, spawner);
    if (!is_new && *place != spawner) *place = nullptr;
  }

  /// Records an announced path. Names far behind its beginning are ignored: the cost for a spawner is bounded, whatever
  /// the path.
  void announced(std::uint64_t game, std::string_view path) {
    if (spawners_.empty()) return;
    learn_root(game, path);
    for (std::size_t slash = path.find('/'); slash < most_parent; slash = path.find('/', slash + 1)) {
      const std::string_view rest = path.substr(slash + 1);
      const TextPool::Kept name = texts_.find(rest.substr(0, rest.find('/')));
      const char** spawner = name.number != 0 ? spawners_.find({game, name.number}) : nullptr;
      if (spawner != nullptr && *spawner != nullptr) learn(game, *spawner, path.substr(0, slash));
    }
  }

  /// The parent of this spawner's nodes, or null.
  [[nodiscard]] const char* of(std::uint64_t game, const char* spawner) const {
    const char* const* found = parents_.find({game, spawner});
    return found != nullptr ? *found : nullptr;
  }

 private:
  template <class Text>
  struct Key {
    std::uint64_t game;
    Text text;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct Hash {
    template <class Text>
    std::size_t operator()(const Key<Text>& key) const noexcept {
      return hash_numbers(key.game, key.text);
    }
  };

  /// A path whose first node has the name of a spawned one. A spawner does not make the node that it is below.
  void learn_root(std::uint64_t game, std::string_view path) {
    const std::string_view first = path.substr(0, path.find('/'));
    const TextPool::Kept name = texts_.find(first);
    const char* const* spawner = name.number != 0 ? spawners_.find({game, name.number}) : nullptr;
    if (spawner == nullptr || *spawner == nullptr) return;
    const std::string_view made_by = *spawner;
    if (made_by.substr(0, made_by.find('/')) != first) learn(game, *spawner, root_node);
  }

  void learn(std::uint64_t game, const char* spawner, std::string_view parent) {
    const auto [place, is_new] = parents_.try_emplace({game, spawner});
    const char*& known = *place;
    if (is_new) known = texts_.keep(parent).text;
    else if (known != nullptr && known != parent) known = nullptr;
  }

  static constexpr std::size_t most_parent = 1024;  ///< bytes of a parent's path; npos lies beyond, too

  TextPool& texts_;
  HashTable<Key<std::uint32_t>, const char*, Hash> spawners_;  ///< by names of nodes; null: several spawners
  HashTable<Key<const char*>, const char*, Hash> parents_;     ///< by paths of spawners; null: contradictions
};

}  // namespace godot::analysis
