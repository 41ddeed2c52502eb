// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/needed_items.h"

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
  return bridge::visible(tree) || proto_field_is_referenced(tree, protocols.godot) ||
         proto_field_is_referenced(tree, protocols.variant) || experts_wanted(tree);
}

}  // namespace godot::plugin
