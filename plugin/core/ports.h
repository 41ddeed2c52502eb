// SPDX-License-Identifier: GPL-2.0-or-later
// Ports that the user set in a preference, registered with a table.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// Moves a registration from the ports in `old`, which may be null, to those in `now`, and remembers these in `old`.
inline void move_ports(const char* table, range_t*& old, range_t* now, dissector_handle_t handle) {
  if (old != nullptr) {
    dissector_delete_uint_range(table, old, handle);
    wmem_free(wmem_epan_scope(), old);
  }
  old = range_copy(wmem_epan_scope(), now);
  dissector_add_uint_range(table, old, handle);
}

}  // namespace godot::plugin
