// SPDX-License-Identifier: GPL-2.0-or-later
// Statistics of a protocol: a tap, and a tree below the menu Statistics (tshark -z NAME,tree) that listens to it.
#pragma once

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

class Statistics {
 public:
  /// `name`: of the tap and the tree; `menu`: where the tree is listed.
  constexpr Statistics(const char* name, const char* menu) noexcept : name_(name), menu_(menu) {}

  /// `begin` creates the fixed rows, `count` adds the tap's data.
  void register_tree(stat_tree_packet_cb count, stat_tree_init_cb begin);

  /// True if the tap has listeners.
  [[nodiscard]] bool wanted() const { return have_tap_listener(tap_) != 0; }

  /// Queues `event` for the listeners; it must live as long as the packet.
  void queue(packet_info* pinfo, const void* event) const { tap_queue_packet(tap_, pinfo, event); }

 private:
  const char* name_;
  const char* menu_;
  int tap_ = -1;
};

/// Counts an entry below the row `title` (the total), and adds its number (a size) to both. `rows`: Wireshark's id of
/// `title`. Returns the id of the entry's row.
int count_sized(stats_tree* tree, const char* title, int rows, const char* name, int number, bool is_parent = false);

/// Counts an entry below the row `title` (the total).
void count_one(stats_tree* tree, const char* title, int rows, const char* name);

/// The row for `name`, if names come from the wire: `name` itself or, above a limit, one row for all others. A
/// stats_tree searches all siblings for a new row, so unlimited rows would be quadratic.
[[nodiscard]] const char* bounded_row(const stats_tree* tree, int rows, const char* name);

}  // namespace godot::plugin
