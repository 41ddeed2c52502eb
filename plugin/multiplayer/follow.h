// SPDX-License-Identifier: GPL-2.0-or-later
// Follow > Godot: what the messages of a game's connection say, a line for each (tshark -z follow,godot,...).
#pragma once

namespace godot::plugin::follow {

void register_follow();

}  // namespace godot::plugin::follow
