// SPDX-License-Identifier: GPL-2.0-or-later
// What the readers of a packet need: its window, filters, columns and taps. The first of this plugin's dissectors asks
// once for a packet, and passes the answers on with its messages.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

class Collector;

struct Demand {
  bool enet = false;               ///< items of ENet are needed
  bool godot = false;              ///< fields of `godot`: the protocol is referenced if one of its fields is
  bool items = false;              ///< items of messages and values: by any of their fields, or expert information
  bool experts = false;            ///< expert information, which needs no tree
  bool problems = false;           ///< items of problems are needed
  bool protocols = false;          ///< protocols without their fields, see protocols_wanted()
  Collector* collector = nullptr;  ///< of the frame's facts, see collector(); null: without listeners

  /// Whether items may be added, or protocols shown: otherwise layers need no list (core/epan/layer.h).
  [[nodiscard]] bool has_items() const noexcept { return enet || items || protocols; }
};

/// What is needed of the tree, which may be null: all but the collector.
[[nodiscard]] Demand demand_in(proto_tree* tree);

/// `tree` may be null. Creates the frame's collector, if facts are needed.
[[nodiscard]] Demand demand_of(packet_info* pinfo, proto_tree* tree);

}  // namespace godot::plugin
