// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/annotations.h"

namespace godot::analysis::annotation {
namespace {

MultiplayerField row_of(account::FrameLink::To to) {
  using To = account::FrameLink::To;
  switch (to) {
    case To::spawn: return MultiplayerField::node_spawned_in;
    case To::despawn: return MultiplayerField::node_despawned_in;
    case To::departure: return MultiplayerField::peer_left_in;
    case To::arrival: return MultiplayerField::peer_known_in;
    case To::other_sender: break;
  }
  return MultiplayerField::sync_other_sender_in;
}

}  // namespace

/// Its name is looked up regardless of the preferences: here the id is shown beside it.
void Annotations::add_peer(MultiplayerField row, PeerId peer) const {
  if (!show.has_tree) return;
  MessageItem item = {{row, peer}};
  MessageItem name = {{MultiplayerField::peer_name}};
  const char* found = nullptr;
  if (show.names_peers && peer > 0) found = message.state.peer_names.find(message.link.peers, peer, message.frame);
  if (found != nullptr) {
    name.value = account().host().shown(found);
    item.label = arena().joined({" (", name.value.text, ")"});
    item.below = &name;
  } else if (peer == multiplayer::server) {
    item.label = " (server)";
  }
  show.add(item);
}

void Annotations::add_script(ByteRange range, const names::Name& script) const {
  if (script) add_text(MultiplayerField::names_script, range, script.text);
  if (script.certainty == names::Certainty::certain) return;
  if (const char* difference = names::checksum_unknown(node))
    remark(MultiplayerExpert::godot_names_checksum_unknown, difference);
}

void Annotations::show_finding(const account::Finding& finding, Handle item) {
  for (std::size_t i = 0; i != finding.link_count; ++i)
    add_frame(row_of(finding.links[i].to), {}, finding.links[i].frame);
  if (node_is_late) summary.node = account().synchronizer_text();
  const char* kind = show.problem(finding, item, summary.node, summary.member);
  if (summary.problem == nullptr) summary.problem = kind;
}

}  // namespace godot::analysis::annotation
