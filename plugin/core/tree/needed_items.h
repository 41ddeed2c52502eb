// SPDX-License-Identifier: GPL-2.0-or-later
// Whether items and expert information are needed in this run: by a window, a filter, a column, a tap. Others are not
// created.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// True if filters, columns or taps use a field of these protocols, or a window shows the tree. `tree` may be null.
[[nodiscard]] bool enet_wanted(const proto_tree* tree);
[[nodiscard]] bool godot_wanted(const proto_tree* tree);

/// True if expert information is tapped, which needs no tree, or filtered for.
[[nodiscard]] bool experts_wanted(proto_tree* tree);

/// True if items of values, or of libraries of games, are used. `tree` may be null.
[[nodiscard]] bool values_wanted(const proto_tree* tree);

/// The row of a protocol or a field in epan's registry.
[[nodiscard]] inline const header_field_info* row_of(int field) {
  return proto_registrar_get_nth(static_cast<guint>(field));
}

/// True if a filter, a column, a tap or an export (-e) names the field.
[[nodiscard]] bool field_named(const header_field_info* row);

/// True if an item that trees do not display is added: only if a filter, a column or an export names its field, or
/// Wireshark displays hidden items. `tree` may be null.
[[nodiscard]] bool hidden_item_wanted(const proto_tree* tree, int field);

/// Hides an item that has been added because hidden_item_wanted().
void hide(proto_item* item);

/// True if protocols are shown, asked for as `frame.protocols`, or may be counted by the items of an invisible tree:
/// tshark's -z io,phs does not declare that it counts them, but it listens to every frame. Wireshark takes a protocol
/// that has added nothing to the tree for one that did not accept the packet. `tree` may be null.
[[nodiscard]] bool protocols_wanted(proto_tree* tree);

/// The parent for the next message of a frame in an invisible tree, as used for Protocol Hierarchy and filters: the
/// first message of its protocol. (Protocol Hierarchy takes each top-level item for a protocol inside the one before.)
/// `tree` may be null.
[[nodiscard]] proto_tree* below_first(proto_tree* tree, int protocol);

/// Adds a message without fields to such a tree, once for each frame; call it if protocols are wanted.
void add_bare_message(proto_tree* tree, int protocol, tvbuff_t* tvb, int offset = 0);

}  // namespace godot::plugin
