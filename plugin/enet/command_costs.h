// SPDX-License-Identifier: GPL-2.0-or-later
// The share of the frame's bytes for each command of a datagram: enet.cost.*, and the cost that is passed to its
// message.
#pragma once

#include "analysis/facts/facts.h"
#include "plugin/enet/commands.h"

namespace godot::enet::dissector {

/// True if costs of the game's messages are needed, and no item of ENet's.
[[nodiscard]] bool message_costs_wanted(proto_tree* tree);

/// The costs of the commands, in order; zeros if unknown.
class CommandCosts {
 public:
  CommandCosts() noexcept = default;

  /// Divides the frame's bytes among the commands; reads the commands once for that.
  CommandCosts(packet_info* pinfo, const Reading& reading, const Commands& commands);

  [[nodiscard]] analysis::facts::Cost next() noexcept;

 private:
  const analysis::facts::Item* next_ = nullptr;
};

/// Adds the fields of a command that begins at `begin`, if its cost is known.
/// `has_message`: the command's message has a line with its cost.
void add_cost(proto_tree* tree, tvbuff_t* tvb, Offset begin, const analysis::facts::Cost& cost, bool has_message);

}  // namespace godot::enet::dissector
