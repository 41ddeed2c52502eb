// SPDX-License-Identifier: GPL-2.0-or-later
// View > Additional Toolbars > Godot: the next and the previous problem, the project, a report, the state at a packet.
#pragma once

namespace godot::plugin {

void register_toolbar();

}  // namespace godot::plugin
