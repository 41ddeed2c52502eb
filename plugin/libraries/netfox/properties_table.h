// SPDX-License-Identifier: GPL-2.0-or-later
// The user's table of netfox's properties.
#pragma once

namespace godot::plugin {

void register_netfox_properties();

}  // namespace godot::plugin
