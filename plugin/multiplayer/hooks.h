// SPDX-License-Identifier: GPL-2.0-or-later
// Dissectors of the game's own, for what it packs into a PackedByteArray: the table `godot.rpc.method`, whose keys are
// `Method` and `node/path:Method`.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// The bytes of an argument, and whose it is.
struct ArgumentBytes {
  const char* node;    ///< path; null: not known
  const char* method;  ///< its name, or #3
  int begin;
  int length;
};

void register_hooks();

/// True if anybody has put a dissector into the table: then every call must be looked at.
[[nodiscard]] bool hooks_in_use();

/// Hands the bytes to the node's dissector, or to the method's. What comes back is shown in `tree`; what goes wrong in
/// there stays in there.
void dissect_argument(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const ArgumentBytes& bytes);

}  // namespace godot::plugin
