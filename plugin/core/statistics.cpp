// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/statistics.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "analysis/base/number_hash.h"
#include "analysis/base/text_hash.h"

namespace godot::plugin {
namespace {

constexpr unsigned most_rows = 2000;
constexpr const char* other_rows = "All others, beyond 2000";

/// The rows of a tree whose names come from the wire.
struct NamedRows {
  std::unordered_set<std::uint64_t> known;   ///< hashes of parent and name
  std::unordered_map<int, unsigned> counts;  ///< by parent
};

std::unordered_map<const stats_tree*, NamedRows>& trees() {
  static std::unordered_map<const stats_tree*, NamedRows> rows;
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
  NamedRows& named = trees()[tree];
  const std::uint64_t key = analysis::chain_hash(analysis::TextHash{}(name), static_cast<std::uint64_t>(rows));
  if (named.known.contains(key)) return name;
  unsigned& count = named.counts[rows];
  if (count == most_rows) return other_rows;
  ++count;
  named.known.insert(key);
  return name;
}

}  // namespace godot::plugin
