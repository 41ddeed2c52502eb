// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/demand.h"

#include "plugin/core/tree/needed_items.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/shown_problem.h"

namespace godot::plugin {

Demand demand_in(proto_tree* tree) {
  Demand needed;
  needed.experts = experts_wanted(tree);
  if (tree == nullptr) return needed;
  needed.enet = enet_wanted(tree);
  needed.godot = godot_wanted(tree);
  needed.items = needed.godot || needed.experts || values_wanted(tree);
  needed.problems = needed.godot && problems_wanted(tree);
  needed.protocols = protocols_wanted(tree);
  return needed;
}

Demand demand_of(packet_info* pinfo, proto_tree* tree) {
  Demand needed = demand_in(tree);
  needed.collector = collector(pinfo);
  return needed;
}

}  // namespace godot::plugin
