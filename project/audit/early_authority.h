// SPDX-License-Identifier: MIT
// Where a GDScript makes a scene's instance, gives its authority to a peer, and adds it to the tree afterwards, all in
// one function:
//
//   var hero := HERO.instantiate()
//   hero.set_multiplayer_authority(id)
//   $Heroes.add_child(hero)
//
// If a MultiplayerSpawner sends such an instance, the other peers do not get its authority: a spawn has none, and
// leaves out the synchronizers that are not the spawner's authority's. (Godot:
// modules/multiplayer/scene_replication_interface.cpp, _make_spawn_packet; recorded with 4.6.3)
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis::project {

struct EarlyGift {
  std::string scene;     ///< the path as the script has it: `res://hero.tscn`
  std::string function;  ///< the name of the function that does it
  std::string
      parent;  ///< the name of the node that gets the child, by a path such as `$A/Heroes`; empty: the script's own
  unsigned line = 0;  ///< the line of set_multiplayer_authority(), from 1
};

struct EarlyGiftLimits {
  static constexpr std::size_t gifts = 64;   ///< findings of one script at most
  static constexpr std::size_t names = 256;  ///< of scenes, and of instances in one function
};

/// Not found: scenes that are no constant text, parents that are no `$` path or the node itself, deferred calls.
[[nodiscard]] std::vector<EarlyGift> read_early_gifts(std::string_view script);

}  // namespace godot::analysis::project
