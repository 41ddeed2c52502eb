// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace godot::plugin {

/// The state at the selected packet, in a window.
void show_state();

}  // namespace godot::plugin
