// SPDX-License-Identifier: GPL-2.0-or-later
// Follow > ENet: the bytes of a connection's messages, or of one channel's (tshark -z follow,enet,...).
#pragma once

namespace godot::plugin::enet {

void register_follow_of_enet();

}  // namespace godot::plugin::enet
