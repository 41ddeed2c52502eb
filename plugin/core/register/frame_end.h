// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that run after each frame. Wireshark calls a postdissector for every packet, so they share one.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// Gets the frame; `tree` may be null.
using AtFrameEnd = void (*)(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

/// Call it while protocols are handed off, once for each function.
void at_frame_end(AtFrameEnd function);

}  // namespace godot::plugin
