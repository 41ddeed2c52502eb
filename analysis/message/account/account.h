// SPDX-License-Identifier: MIT
// The meaning of a message's parts, as plain values. Facts, trees and columns read them, so that a node, a method, a
// scene is looked up once for each message.
#pragma once

#include <cstdint>

#include "analysis/game/memory/memory.h"
#include "base/names/source.h"

namespace godot::analysis::account {

/// A remote call or a remote set: the node that it is for, and the member.
struct Call {
  const AnnouncedPath* known = nullptr;  ///< the node's path; null: unknown
  const char* text = "";                 ///< the node as displayed: its path, or #7
  names::Node node = {};                 ///< path: null if the node is unknown
  names::Name script = {};               ///< the script of the node
  names::Name method = {};               ///< the method with the number of the call
  SpawnedNodes::OnPath by_source = {};   ///< what spawns of the message's source say about the node
  SpawnedNodes::OnPath by_target = {};   ///< ... and of its target
};

/// A path that gets a number, or whose number is confirmed.
struct Path {
  const AnnouncedPath* known = nullptr;
  std::uint32_t announced_in = 0;  ///< to the end that confirms it; 0: not in the capture
  std::uint32_t confirmed_in = 0;  ///< by the end to which it is announced; 0: not in the capture
  const char* text = "";           ///< the path, or #7
  names::Node node = {};
};

/// A node that is spawned or despawned.
struct Spawned {
  SpawnedNode content = {};              ///< the content of the spawn; the name is a text for display
  const SpawnedNode* known = nullptr;    ///< of a despawn: the node; null: unknown
  const SpawnedNode* on_link = nullptr;  ///< the node as a spawn on the message's own link has it; null: none
  const AnnouncedPath* spawner = nullptr;
  const char* spawner_text = "";  ///< the path of the spawner
  const char* text = "";          ///< the node's path, or #7
  names::Node node = {};
  names::Name scene = {};  ///< that the spawner has instantiated; none if a function made the node
};

/// A synchronizer whose state or changes a Sync contains.
struct Synchronized {
  std::uint32_t id = 0;
  const AnnouncedPath* path = nullptr;           ///< of one that was not spawned; null: not known
  const SpawnedSynchronizer* spawned = nullptr;  ///< set if it belongs to a spawned node; null: not known
  const SpawnedNode* lacked = nullptr;           ///< that node, if the receiver lacks it: see SpawnedNode::gone_with
  const AnnouncedPath* spawner = nullptr;        ///< of the spawned node; null: not known
  const char* text = nullptr;                    ///< for display; null: not made yet
  names::Synchronizer names = {};

  [[nodiscard]] bool known() const noexcept { return path != nullptr || spawned != nullptr; }
};

}  // namespace godot::analysis::account
