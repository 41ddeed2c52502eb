// SPDX-License-Identifier: GPL-2.0-or-later
// Flow graphs: what of a frame is an arrow between two peers, and what stands on it and beside it.
//
// Goes in: facts with texts. Comes out: arrows, in the order of the messages. Costs a look at each item, and keeps
// nothing. Cannot know whom a message reaches in the end: an arrow goes as the frame goes, from the one who sends it to
// the one who gets it; whose a relayed message is stands beside it.
#pragma once

#include <string>
#include <vector>

#include "plugin/analysis/facts/facts.h"

namespace godot::analysis::flow {

enum class Graph : std::uint8_t {
  calls,       ///< messages of games: calls, sets, spawns, raw messages, joining and leaving
  connection,  ///< ENet's commands
};

struct Arrow {
  const char* from = nullptr;
  const char* to = nullptr;
  std::string label;
  std::string comment;
  std::uint32_t link = 0;  ///< number of the connection
};

/// Appends the arrows of a frame. `busy`: includes frequent messages: synchronization, paths, pings.
void draw(const facts::Frame& frame, Graph graph, bool busy, std::vector<Arrow>& arrows);

}  // namespace godot::analysis::flow
