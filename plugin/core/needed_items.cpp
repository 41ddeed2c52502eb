// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/needed_items.h"

#include "codec/variant/fields.h"
#include "plugin/core/fields.h"

namespace godot::plugin {

bool experts_wanted(proto_tree* tree) {
  static const int tap = find_tap_id("expert");
  if (have_tap_listener(tap)) return true;
  static int protocol = -1;  // registered only when the first capture is opened
  if (protocol == -1) protocol = proto_get_id_by_filter_name("_ws.expert");
  return tree != nullptr && protocol != -1 && proto_field_is_referenced(tree, protocol);
}

bool fields_wanted(proto_tree* tree) {
  if (tree == nullptr) return false;
  // netfox's items come from a message of the multiplayer.
  return bridge::visible(tree) || proto_field_is_referenced(tree, protocols.godot) ||
         proto_field_is_referenced(tree, protocols.variant) || proto_field_is_referenced(tree, protocols.netfox) ||
         experts_wanted(tree);
}

bool protocols_wanted(proto_tree* tree) {
  if (tree == nullptr) return false;
  static const int protocols_of_frame = proto_registrar_get_id_byname("frame.protocols");
  static const int frame_tap = find_tap_id("frame");
  return bridge::counts_protocols(tree) || have_tap_listener(frame_tap) ||
         proto_field_is_referenced(tree, protocols_of_frame);
}

namespace {

proto_item* first_of(proto_tree* tree, int protocol) {
  for (proto_node* node = tree->first_child; node != nullptr; node = node->next) {
    const field_info* field = PNODE_FINFO(node);
    if (field != nullptr && field->hfinfo->id == protocol) return node;
  }
  return nullptr;
}

}  // namespace

proto_tree* below_first(proto_tree* tree, int protocol) {
  if (tree == nullptr || bridge::visible(tree)) return tree;
  proto_item* first = first_of(tree, protocol);
  if (first == nullptr) return tree;
  proto_tree* below = proto_item_get_subtree(first);
  return below != nullptr ? below : proto_item_add_subtree(first, subtree(field::variant));
}

void add_bare_message(proto_tree* tree, int protocol, tvbuff_t* tvb, int offset) {
  if (!protocols_wanted(tree)) return;
  if (first_of(tree, protocol) == nullptr) proto_tree_add_item(tree, protocol, tvb, offset, -1, ENC_NA);
}

}  // namespace godot::plugin
