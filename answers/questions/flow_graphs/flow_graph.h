// SPDX-License-Identifier: MIT
// Flow graphs: the arrows between peers for a frame, with their labels and comments.
//
// In: facts with texts. Out: arrows, in the order of the messages. Cost: constant for each item; nothing is stored. An
// arrow shows the frame's own hop, from its sender to its receiver; the comment has a relayed message's original sender
// and final receiver.
#pragma once

#include <string>
#include <vector>

#include "analysis/facts/facts.h"

namespace godot::analysis::flow {

enum class Graph : std::uint8_t {
  calls,       ///< messages of games: calls, sets, spawns, raw messages, joining and leaving
  connection,  ///< the commands of ENet
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
