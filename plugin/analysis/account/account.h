// SPDX-License-Identifier: GPL-2.0-or-later
// The meaning of a message's parts, as plain values. Facts, trees and columns read them, so that a node, a method, a
// scene is looked up once for each message.
#pragma once

#include <cstdint>

#include "plugin/analysis/multiplayer/memory.h"
#include "plugin/analysis/multiplayer/names.h"

namespace godot::account {

using plugin::SpawnedNode;
using plugin::SpawnedSynchronizer;
using plugin::Speaker;
using plugin::TaughtPath;
namespace names = plugin::names;

/// A remote call or a remote set: of which node, and by which of its members.
struct Call {
  const TaughtPath* known = nullptr;  ///< the node's path; null: unknown
  const char* text = "";              ///< the node, as it is shown: its path, or #7
  names::Node node = {};              ///< path: null if the node is unknown
  names::Name script = {};            ///< of the node
  names::Name method = {};            ///< that the call has the number of
};

/// A path that gets a number, or whose number is confirmed.
struct Path {
  const TaughtPath* known = nullptr;
  const char* text = "";  ///< the path, or #7
  names::Node node = {};
};

/// A node that is spawned or despawned.
struct Spawned {
  SpawnedNode told = {};               ///< as in its spawn; its name is a text for display
  const SpawnedNode* known = nullptr;  ///< of a despawn: the node; null: unknown
  const TaughtPath* spawner = nullptr;
  const char* spawner_text = "";  ///< its path
  const char* text = "";          ///< the node's path, or #7
  names::Node node = {};
  names::Name scene = {};  ///< that the spawner has made; none for what a function has
};

/// A synchronizer whose state or changes a Sync has.
struct Synchronized {
  std::uint32_t id = 0;
  const TaughtPath* path = nullptr;              ///< of one that was there from the start; null: not known
  const SpawnedSynchronizer* spawned = nullptr;  ///< one of a spawned node; null: not known
  const TaughtPath* spawner = nullptr;           ///< of that node; null: not known
  const char* text = nullptr;                    ///< for display; null: not made yet
  names::Synchronizer names = {};

  [[nodiscard]] bool known() const noexcept { return path != nullptr || spawned != nullptr; }
};

}  // namespace godot::account
