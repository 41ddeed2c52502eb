// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/annotations.h"

#include "codec/multiplayer/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/needed_items.h"
#include "plugin/facts/costs.h"

namespace godot::plugin {

void Annotations::add_text(proto_tree* tree, int field, ByteRange range, const char* text) const {
  if (tree != nullptr) add_generated_text(tree, field, item_range(range), text);
}

void Annotations::add_number(MultiplayerField field, ByteRange range, std::uint32_t number) const {
  if (tree() != nullptr) add_generated_number(tree(), header_field(field), item_range(range), number);
}

void Annotations::add_frame(MultiplayerField field, ByteRange range, std::uint32_t frame) const {
  if (frame != 0) add_number(field, range, frame);
}

void Annotations::add_node_path(ByteRange range, const char* path) const {
  add_text(tree(), header_field(field::godot_node_path), range, path);
}

void Annotations::add_peer(int field, analysis::PeerId peer) const {
  if (tree() == nullptr) return;
  add_peer_name(add_generated_integer(tree(), field, {context.tvb}, peer), peer);
}

/// Regardless of the preferences: here the id is shown beside the name.
void Annotations::add_peer_name(proto_item* item, analysis::PeerId peer) const {
  const int row = header_field(MultiplayerField::godot_peer_name);
  const bool is_wanted = bridge::visible(tree()) || proto_field_is_referenced(tree(), row) != 0;
  if (peer <= 0 || !is_wanted || item == nullptr) return;
  const char* name = context.state.peer_names.find(context.link.peers, peer, frame());
  if (name == nullptr && peer == multiplayer::server) append_label(item, {" (server)"});
  if (name == nullptr) return;
  name = utf8_text(context.pinfo, name);
  append_label(item, {" (", name, ")"});
  if (!hidden_item_wanted(tree(), row)) return;  // the label has it
  proto_tree* below = proto_item_add_subtree(item, subtree(MultiplayerField::godot_peer_name));
  add_text(below, row, {0, 0}, name);
  hide(below->last_child);
}

void Annotations::add_costs(proto_tree* tree, ByteRange range, std::optional<std::uint32_t> own,
                            std::uint32_t total) const {
  plugin::add_costs(tree, item_range(range), own, total);
}

void Annotations::add_sum(MultiplayerField field, ByteRange range, std::uint32_t bytes) const {
  if (bytes == 0 || !hidden_item_wanted(tree(), header_field(field))) return;
  hide(add_generated_number(tree(), header_field(field), item_range(range), bytes));
}

void Annotations::add_script(ByteRange range, const analysis::names::Name& script) const {
  if (script) add_text(tree(), header_field(MultiplayerField::godot_names_script), range, script.text);
  if (script.certainty == analysis::names::Certainty::certain) return;
  if (const char* difference = analysis::names::checksum_unknown(node)) {
    add_expert(context.pinfo, tree(), expert(MultiplayerExpert::godot_names_checksum_unknown), {difference});
  }
}

void Annotations::note(MultiplayerExpert row) const { expert_add_info(context.pinfo, tree(), expert(row)); }

}  // namespace godot::plugin
