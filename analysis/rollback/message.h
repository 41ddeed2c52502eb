// SPDX-License-Identifier: MIT
// A message of godot-rollback-netcode as its memory and its tables take it: plain values.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/facts/facts.h"
#include "analysis/link/speaker.h"

namespace godot::analysis {

/// A sender's inputs of one tick.
struct RollbackInput {
  std::uint32_t tick = 0;
  std::uint32_t hash = 0;  ///< the library's own, if it has one
  bool has_hash = false;
  std::uint64_t digest = 0;  ///< of the bytes
};

/// What the sender computed for a tick.
struct RollbackHash {
  std::uint32_t tick = 0;
  std::uint32_t hash = 0;
};

/// A peer of a game: by its id, or by its link and end while that is unknown.
using RollbackPeer = std::uint64_t;

[[nodiscard]] inline RollbackPeer rollback_peer(const Speaker& speaker) noexcept {
  if (speaker.peer > 0) return static_cast<std::uint32_t>(speaker.peer);
  return std::uint64_t{speaker.link} << 32 | static_cast<std::uint32_t>(speaker.sender);
}

struct RollbackMessage : facts::LibraryFacts {
  std::uint64_t game = 0;  ///< equal for all links of one game
  RollbackPeer source = 0;
  RollbackPeer target = 0;
  std::uint32_t link = 0;
  std::uint32_t frame = 0;
  std::uint32_t index = 0;       ///< of the message in its frame
  std::uint32_t match = 0;       ///< of the game, from 1; 0: not known yet
  facts::Time time = 0;          ///< nanoseconds
  std::uint32_t next_input = 0;  ///< requested: the sender has the receiver's inputs up to the tick before
  std::uint32_t next_hash = 0;
  std::span<const RollbackInput> inputs = {};  ///< of ascending ticks
  std::span<const RollbackHash> hashes = {};
};

}  // namespace godot::analysis
