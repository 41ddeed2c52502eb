// SPDX-License-Identifier: GPL-2.0-or-later
// What each command of a datagram costs its frame: enet.cost.*, and what its message is told.
#pragma once

#include "plugin/analysis/facts/facts.h"
#include "plugin/enet/commands.h"

namespace godot::enet::dissector {

/// Somebody looks at what messages of the game cost, and at nothing of ENet's.
[[nodiscard]] bool message_costs_wanted(proto_tree* tree);

/// The cost of one command after the other. Zeros where nothing is known.
class CommandCosts {
 public:
  CommandCosts() noexcept = default;

  /// Divides the frame's bytes among the commands, which are read once for that.
  CommandCosts(packet_info* pinfo, const Reading& reading, const Commands& commands);

  [[nodiscard]] facts::Cost next() noexcept;

 private:
  const facts::Item* next_ = nullptr;
};

/// Adds the fields of a command that begins at `begin`, if its cost is known.
void add_cost(proto_tree* tree, tvbuff_t* tvb, Offset begin, const facts::Cost& cost);

}  // namespace godot::enet::dissector
