// SPDX-License-Identifier: GPL-2.0-or-later
// Follow > ENet: the bytes of a connection's messages, or of one channel's (tshark -z follow,enet,...).
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin::enet {

void register_follow_of_enet();

/// The preference "Channels to follow" of ENet.
void register_follow_preference(module_t* enet);

}  // namespace godot::plugin::enet
