// SPDX-License-Identifier: GPL-2.0-or-later
// Follow > Godot: the messages of a game's connection, one line each (tshark -z follow,godot,...).
#pragma once

namespace godot::plugin::follow {

void register_follow();

}  // namespace godot::plugin::follow
