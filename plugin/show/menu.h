// SPDX-License-Identifier: GPL-2.0-or-later
// Entries under Tools > Godot that open what is elsewhere in Wireshark's menus, and the documentation.
#pragma once

namespace godot::plugin {

/// Problems, and Network profile.
void register_table_entries();

void register_documentation();

}  // namespace godot::plugin
