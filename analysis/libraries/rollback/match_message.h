// SPDX-License-Identifier: MIT
// A message of godot-rollback-netcode as its memory and its tables take it: plain values.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/facts/facts.h"
#include "analysis/link/speaker.h"
#include "codec/variant/dialect.h"

namespace godot::analysis {

/// A sender's inputs of one tick.
struct RollbackInput {
  std::uint32_t tick = 0;
  std::uint32_t hash = 0;  ///< the library's own, if it has one
  bool has_hash = false;
  bool by_node = false;      ///< a Dictionary, as the library writes it; false: packed by the game
  std::uint64_t digest = 0;  ///< equal for inputs with equal bytes
  std::span<const std::uint8_t> bytes = {};
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
  facts::Time time = 0;          ///< when the frame was captured, in nanoseconds
  std::uint32_t next_input = 0;  ///< requested: the sender has the receiver's inputs up to the tick before
  std::uint32_t next_hash = 0;
  std::span<const RollbackInput> inputs = {};  ///< inputs of ticks in ascending order
  std::span<const RollbackHash> hashes = {};
  const variant::Dialect* dialect = nullptr;  ///< of the inputs; null: Godot 4's

  /// A ping, or the answer to one, instead of all these.
  enum class What : std::uint8_t { inputs, ping, answer };
  What what = What::inputs;
  std::int64_t ping_time = 0;     ///< the clock of the peer that sent the ping; the answer repeats it
  facts::Time round_trip = -1;    ///< of an answer: since its ping; -1: that is not in the capture
  std::uint32_t other_frame = 0;  ///< the answer, or the ping; 0: none
};

}  // namespace godot::analysis
