// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/tree/needed_items.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "codec/variant/fields.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/program_options.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {

namespace {

/// The libraries of games.
constexpr std::size_t library_count = 0
#define GODOT_PROTOCOL(id, prefix, name, short_name, malformed, is_library) +((is_library) ? 1 : 0)
#define GODOT_TEXT(...)
#include "plugin/core/register/protocols.def"
    ;
using Libraries = std::array<const header_field_info*, library_count>;

Libraries rows_of_libraries() {
  Libraries rows{};
  std::size_t count = 0;
#define GODOT_PROTOCOL(id, prefix, name, short_name, malformed, is_library) \
  if (is_library) rows[count++] = row_of(protocols.id);
#define GODOT_TEXT(...)
#include "plugin/core/register/protocols.def"
  return rows;
}

/// Whether an item of a library of games is needed: they come from a message of the multiplayer.
bool library_wanted(const proto_tree* tree) {
  static const Libraries libraries = rows_of_libraries();
  return std::any_of(libraries.begin(), libraries.end(),
                     [tree](const header_field_info* library) { return bridge::referenced(tree, library); });
}

bool exported(const header_field_info* row, bool if_unknown) {
  static const bool has_output = has_output_fields();
  return has_output && is_output_field(row->abbrev, if_unknown);
}

proto_item* first_of(proto_tree* tree, int protocol) {
  for (proto_node* node = tree->first_child; node != nullptr; node = node->next) {
    const field_info* field = PNODE_FINFO(node);
    if (field != nullptr && field->hfinfo->id == protocol) return node;
  }
  return nullptr;
}

}  // namespace

bool enet_wanted(const proto_tree* tree) {
  static const header_field_info* const enet = row_of(protocols.enet);
  return bridge::referenced(tree, enet);
}

bool godot_wanted(const proto_tree* tree) {
  static const header_field_info* const godot = row_of(protocols.godot);
  return bridge::referenced(tree, godot);
}

bool experts_wanted(proto_tree* tree) {
  static const int tap = find_tap_id("expert");
  if (have_tap_listener(tap)) return true;
  static const header_field_info* experts = nullptr;  // registered only when the first capture is opened
  if (experts == nullptr) experts = proto_registrar_get_byname("_ws.expert");
  return experts != nullptr && bridge::referenced(tree, experts);
}

bool values_wanted(const proto_tree* tree) {
  static const header_field_info* const variant = row_of(protocols.variant);
  return bridge::referenced(tree, variant) || library_wanted(tree);
}

bool field_named(const header_field_info* row) { return bridge::named(row) || exported(row, false); }

/// Asked for each hidden item of a tree.
bool hidden_item_wanted(const proto_tree* tree, int field) {
  if (tree == nullptr) return false;
  const header_field_info* row = row_of(field);
  const bool visible = bridge::visible(tree);
  return bridge::named(row) || exported(row, visible) || (visible && bridge::shows_hidden_items());
}

void hide(proto_item* item) {
  if (bridge::visible(item)) proto_item_set_hidden(item);
}

bool protocols_wanted(proto_tree* tree) {
  if (tree == nullptr) return false;
  static const header_field_info* const protocols_of_frame = proto_registrar_get_byname("frame.protocols");
  static const int frame_tap = find_tap_id("frame");
  return bridge::counts_protocols(tree) || have_tap_listener(frame_tap) || bridge::referenced(tree, protocols_of_frame);
}

proto_tree* below_first(proto_tree* tree, int protocol) {
  if (tree == nullptr || bridge::visible(tree)) return tree;
  proto_item* first = first_of(tree, protocol);
  if (first == nullptr) return tree;
  proto_tree* below = proto_item_get_subtree(first);
  return below != nullptr ? below : proto_item_add_subtree(first, subtree(field::variant));
}

void add_bare_message(proto_tree* tree, int protocol, tvbuff_t* tvb, int offset) {
  if (first_of(tree, protocol) == nullptr)
    proto_tree_add_item(tree, protocol, tvb, offset, to_end(tvb, offset), ENC_NA);
}

}  // namespace godot::plugin
