// SPDX-License-Identifier: GPL-2.0-or-later
// A game's own dissectors for the content of a PackedByteArray: the table `godot.rpc.method`, whose keys are
// `Method` and `node/path:Method`.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// The bytes of an argument, and the method they belong to.
struct ArgumentBytes {
  const char* node;    ///< path; null: unknown
  const char* method;  ///< its name, or #3
  int begin;
  int length;
};

/// True if the table has a dissector: then every call must be checked.
[[nodiscard]] bool hooks_in_use();

/// Calls the node's dissector, or the method's. Its items are added to `tree`; its exceptions are caught.
void dissect_argument(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const ArgumentBytes& bytes);

}  // namespace godot::plugin
