// SPDX-License-Identifier: GPL-2.0-or-later
// What ENet asks of the multiplayer about its messages and connections (plugin/enet/upper.h).
#pragma once

namespace godot::plugin {

void register_over_enet();

}  // namespace godot::plugin
