// SPDX-License-Identifier: GPL-2.0-or-later
// What a relay that makes the network worse on purpose (godotdump) did to a datagram: it says so in the packet's
// comment.
#pragma once

#include "analysis/link/relayed.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

using analysis::Relayed;

/// False: the frame is not of such a relay, or has not been dissected yet.
bool relayed(const packet_info* pinfo, Relayed& found);

}  // namespace godot::plugin
