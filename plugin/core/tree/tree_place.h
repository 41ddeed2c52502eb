// SPDX-License-Identifier: GPL-2.0-or-later
// Where bytes are shown.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The bytes of `tvb` from `offset` on, and the tree of the packet that gets their items; null: no items are made.
struct TreePlace {
  tvbuff_t* tvb;
  int offset;
  packet_info* pinfo;
  proto_tree* tree;
};

}  // namespace godot::plugin
