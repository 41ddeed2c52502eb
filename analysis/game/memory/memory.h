// SPDX-License-Identifier: MIT
// The state learned from a capture, one holder for each subject. It is filled on the first pass, in frame order, and
// only read afterwards. A message adds an amount that its bytes bound: one entry for a path or a node, one for each
// synchronizer id.
//
// Independent of Wireshark, so nothing is left by longjmp.
#pragma once

#include <cstdint>

#include "analysis/game/memory/authorities.h"
#include "analysis/game/memory/differing_states.h"
#include "analysis/game/memory/missing_receivers.h"
#include "analysis/game/memory/paths.h"
#include "analysis/game/memory/session_peers.h"
#include "analysis/game/memory/spawned_nodes.h"
#include "analysis/game/memory/states.h"
#include "analysis/game/memory/sync_clocks.h"

namespace godot::analysis {

class Memory {
 private:
  TextPool texts_;
  Parents parents_{texts_};

 public:
  /// Paths and names longer than any game's are not stored: a message's names cost at most this much.
  static constexpr std::size_t most_text = 4096;

  Paths paths{texts_, parents_};
  SpawnedNodes nodes{texts_, parents_, paths};
  SessionPeers peers;
  Authorities authorities{texts_, paths, nodes};
  SyncClocks clocks{nodes};
  Views views;          ///< which receivers get states of which node
  Agreement agreement;  ///< and whether all get the same
  Synchronizers synchronizers;
  sync::States states;           ///< every state of every synchronizer
  std::uint32_t first_call = 0;  ///< frame of the capture's first call or set; 0: none so far
};

}  // namespace godot::analysis
