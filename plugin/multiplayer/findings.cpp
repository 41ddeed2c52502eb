// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/findings.h"

#include "plugin/core/longjmp.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(analysis::account::Findings, analysis::account::Subject);

MultiplayerField field_of(analysis::account::FrameLink::To to) {
  using To = analysis::account::FrameLink::To;
  switch (to) {
    case To::spawn: return MultiplayerField::godot_node_spawned_in;
    case To::despawn: return MultiplayerField::godot_node_despawned_in;
    case To::departure: return MultiplayerField::godot_peer_left_in;
    case To::arrival: return MultiplayerField::godot_peer_known_in;
    case To::other_sender: break;
  }
  return MultiplayerField::godot_sync_other_sender_in;
}

}  // namespace

analysis::account::Subject subject_of(const Annotations& notes) {
  return {notes.account().message(), notes.route, notes.node};
}

void show_findings(const Annotations& notes, const analysis::account::Findings& found, proto_item* item) {
  for (const analysis::account::Finding* finding = found.first(); finding != nullptr; finding = finding->next) {
    for (std::size_t i = 0; i != finding->link_count; ++i)
      notes.add_frame(field_of(finding->links[i].to), {}, finding->links[i].frame);
    const char* kind = show_problem<MultiplayerExpert>({.pinfo = notes.context.pinfo,
                                                        .tree = notes.tree(),
                                                        .item = item != nullptr ? item : notes.tree(),
                                                        .tvb = notes.context.tvb,
                                                        .start = 0,
                                                        .facts_item = notes.context.facts_item,
                                                        .node = notes.summary.node,
                                                        .member = notes.summary.member},
                                                       *finding);
    if (notes.problem == nullptr) notes.problem = kind;
  }
}

}  // namespace godot::plugin
