// SPDX-License-Identifier: GPL-2.0-or-later
// Whether items and expert information are needed in this run: by a window, a filter, a column, a tap. What nobody
// needs is not made.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Expert information is listened to, which needs no tree, or filtered for.
[[nodiscard]] bool experts_wanted(proto_tree* tree);

/// Somebody looks at our items in this tree: a window, a filter, a column, expert information. `tree` may be null.
[[nodiscard]] bool fields_wanted(proto_tree* tree);

/// Where the next message of a frame goes in a tree that nobody sees, as Protocol Hierarchy and filters make it: below
/// the first message of its protocol. Protocol Hierarchy takes each item at the top for a protocol inside of the one
/// before. `tree` may be null.
[[nodiscard]] proto_tree* below_first(proto_tree* tree, int protocol);

/// Adds a message without its fields to such a tree, once for a frame.
void add_bare_message(proto_tree* tree, int protocol, tvbuff_t* tvb, int offset = 0);

}  // namespace godot::plugin
