// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin::enet {

/// The connection of the frame's first datagram, or null.
[[nodiscard]] const analysis::Link* first_link(packet_info* pinfo);

}  // namespace godot::plugin::enet
