// SPDX-License-Identifier: GPL-2.0-or-later
// A game's own dissectors for the content of a PackedByteArray: the table `godot.rpc.method`, whose keys are
// `Method` and `node/path:Method`.
#pragma once

#include "analysis/message/annotation/show.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// True if the table has a dissector: then every call must be checked.
[[nodiscard]] bool hooks_in_use();

/// Calls the node's dissector, or the method's. Its items are added to `tree`; its exceptions are caught.
void dissect_argument(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree,
                      const analysis::annotation::ArgumentBytes& bytes);

}  // namespace godot::plugin
