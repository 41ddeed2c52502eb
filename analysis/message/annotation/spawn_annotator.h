// SPDX-License-Identifier: MIT
// Spawns and despawns: paths, scenes, and the state in a spawn.
#pragma once

#include <cstdint>

#include "analysis/message/annotation/property_namer.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis::annotation {

class SpawnAnnotator {
 public:
  SpawnAnnotator(Annotations& notes, PropertyNamer& values) noexcept : notes_(notes), values_(values) {}

  void spawn(const multiplayer::Spawn& spawn);
  /// Sets the number of values in the spawn's state.
  void state(std::uint32_t values);
  void despawn(const multiplayer::Despawn& despawn);

  /// Names the displayed values of the spawn's state.
  void name_state() const;

 private:
  void say(std::uint32_t number, ByteRange at) const;
  [[nodiscard]] const SpawnedNode* known(std::uint32_t net_id) const;
  void name_values(std::uint32_t shown) const;
  void show_missed(const SpawnedNode& node, bool despawned) const;

  Annotations& notes_;
  PropertyNamer& values_;
  std::uint32_t synchronizers_ = 0;  ///< how many synchronizers the spawn has
  std::uint32_t state_values_ = 0;   ///< of the spawn, displayed or not
  bool by_function_ = false;
  std::uint32_t net_id_ = 0;
};

}  // namespace godot::analysis::annotation
