// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/register/statistics.h"

#include <unordered_map>

#include "answers/tables/bounded_names.h"

namespace godot::plugin {
namespace {

/// Rows of trees whose names come from the wire.
std::unordered_map<const stats_tree*, analysis::BoundedNames>& trees() {
  static std::unordered_map<const stats_tree*, analysis::BoundedNames> rows;
  return rows;
}

extern "C" {
void forget_rows(stats_tree* tree) { trees().erase(tree); }
}

}  // namespace

void Statistics::register_tree(stat_tree_packet_cb count, stat_tree_init_cb begin) {
  tap_ = register_tap(name_);
  stats_tree_register_plugin(name_, name_, menu_, 0, count, begin, forget_rows);
}

int count_sized(stats_tree* tree, const char* title, int rows, const char* name, int number, bool is_parent) {
  avg_stat_node_add_value_int(tree, title, 0, TRUE, number);
  return avg_stat_node_add_value_int(tree, name, rows, static_cast<gboolean>(is_parent), number);
}

void count_one(stats_tree* tree, const char* title, int rows, const char* name) {
  tick_stat_node(tree, title, 0, TRUE);
  tick_stat_node(tree, name, rows, FALSE);
}

const char* bounded_row(const stats_tree* tree, int rows, const char* name) {
  static_assert(analysis::BoundedNames::most == 2000, "as the row says");
  return trees()[tree].has_row(rows, name) ? name : "All others, beyond 2000";
}

}  // namespace godot::plugin
