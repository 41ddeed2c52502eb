// SPDX-License-Identifier: GPL-2.0-or-later
// Follow from Tools > Godot, in a window with UTF-8 text: for versions of Wireshark whose Follow menu lists only
// built-in protocols.
#pragma once

namespace godot::plugin {

/// What protocols offer from now on (plugin/core/follow.h) becomes an entry of the menu.
void register_follow_windows();

}  // namespace godot::plugin
