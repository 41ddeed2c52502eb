// SPDX-License-Identifier: GPL-2.0-or-later
// Statistics of a protocol: a tap, and a tree below the menu Statistics (tshark -z NAME,tree) that listens to it.
#pragma once

#include "plugin/core/bridge.h"

namespace godot::plugin {

class Statistics {
 public:
  /// `name` is the tap's and the tree's, `menu` where it stands.
  constexpr Statistics(const char* name, const char* menu) noexcept : name_(name), menu_(menu) {}

  /// `begin` makes the rows that are always there, `count` adds what the tap tells of.
  void register_tree(stat_tree_packet_cb count, stat_tree_init_cb begin);

  /// True if anybody listens.
  [[nodiscard]] bool wanted() const { return have_tap_listener(tap_) != 0; }

  /// `told` must live as long as the packet.
  void tell(packet_info* pinfo, const void* told) const { tap_queue_packet(tap_, pinfo, told); }

 private:
  const char* name_;
  const char* menu_;
  int tap_ = -1;
};

/// Counts a thing below the row `title`, which counts them all, and adds its number (a size) to both. `rows` is what
/// Wireshark calls the row. Returns what it calls the thing's own one.
int count_sized(stats_tree* tree, const char* title, int rows, const char* name, int number, bool is_parent = false);

/// Counts a thing below the row `title`, which counts them all.
void count_one(stats_tree* tree, const char* title, int rows, const char* name);

/// The row to count `name` in, where names come from the wire: itself, or once there are too many, one for all others.
/// A stats_tree walks through all the siblings of a new row, so that rows without bound would make it quadratic.
[[nodiscard]] const char* bounded_row(const stats_tree* tree, int rows, const char* name);

}  // namespace godot::plugin
