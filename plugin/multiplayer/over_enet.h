// SPDX-License-Identifier: GPL-2.0-or-later
// Implements ENet's interface to the protocol above (plugin/enet/upper.h).
#pragma once

namespace godot::plugin {

void register_over_enet();

}  // namespace godot::plugin
