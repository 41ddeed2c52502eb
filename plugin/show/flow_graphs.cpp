// SPDX-License-Identifier: GPL-2.0-or-later
// Statistics > Flow Graph > Godot calls, ENet connection; tshark -z flow,godot,standard and -z flow,enet,standard.
#include "answers/questions/flow_graphs/flow_graph.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {
namespace {

/// epan only copies the texts: it does not leave this function by longjmp.
template <analysis::flow::Graph graph>
tap_packet_status draw_frame(void* data, packet_info* pinfo, epan_dissect_t*, const void* frame, tap_flags_t) {
  std::vector<analysis::flow::Arrow> arrows;
  analysis::flow::draw(*static_cast<const analysis::facts::Frame*>(frame), graph, preferences::flow_busy(), arrows);
  for (const analysis::flow::Arrow& arrow : arrows) {
    bridge::draw_arrow(static_cast<bridge::FlowGraph*>(data), pinfo, arrow.from, arrow.to, arrow.label.c_str(),
                       arrow.comment.c_str(), static_cast<guint16>(arrow.link));
  }
  return arrows.empty() ? TAP_PACKET_DONT_REDRAW : TAP_PACKET_REDRAW;
}

}  // namespace

void register_flow_graphs() {
  bridge::register_flow_graph("godot", "Godot calls", protocols.godot, facts_tap,
                              draw_frame<analysis::flow::Graph::calls>);
  bridge::register_flow_graph("enet", "ENet connection", protocols.enet, facts_tap,
                              draw_frame<analysis::flow::Graph::connection>);
}

}  // namespace godot::plugin
