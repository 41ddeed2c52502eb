// SPDX-License-Identifier: GPL-2.0-or-later
// Nodes that come and go: paths, scenes, and the state that a spawn brings.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/property_namer.h"

namespace godot::plugin {

class SpawnAnnotator {
 public:
  SpawnAnnotator(Annotations& notes, PropertyNamer& values) noexcept : notes_(notes), values_(values) {}

  void spawn(const multiplayer::Spawn& spawn);
  /// So many values are in the spawn's state.
  void state(std::uint32_t values);
  void despawn(const multiplayer::Despawn& despawn);

  /// Names the values of the spawn's state, those that are shown.
  void name_state() const;

 private:
  void name_values(std::uint32_t shown) const;
  void show_missed(const SpawnedNode& node, bool despawned) const;
  void show_refused() const;

  Annotations& notes_;
  PropertyNamer& values_;
  std::uint32_t synchronizers_ = 0;  ///< of the spawn
  std::uint32_t state_values_ = 0;   ///< of the spawn, shown or not
  bool by_function_ = false;
  std::uint32_t net_id_ = 0;
};

}  // namespace godot::plugin
