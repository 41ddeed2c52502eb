// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/register/statistics.h"

#include <unordered_map>

#include "answers/tables/bounded_names.h"
#include "plugin/core/epan/longjmp.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(detail::TreeCounts);

using Kind = analysis::CountedTitle::Kind;

/// Rows of trees whose names come from the wire.
std::unordered_map<const stats_tree*, analysis::BoundedNames>& trees() {
  static std::unordered_map<const stats_tree*, analysis::BoundedNames> rows;
  return rows;
}

/// The row for `name`, if names come from the wire: `name` itself or, above a limit, one row for all others. A
/// stats_tree searches all siblings for a new row, so unlimited rows would be quadratic.
const char* bounded_row(const stats_tree* tree, int rows, const char* name) {
  static_assert(analysis::BoundedNames::most == 2000, "as the row says");
  return trees()[tree].has_row(rows, name) ? name : "All others, beyond 2000";
}

}  // namespace

void detail::begin_tree(stats_tree* tree, std::span<const CountedTitle> titles, int* nodes) {
  for (const CountedTitle& row : titles)
    *nodes++ =
        row.kind == Kind::sizes
            ? stats_tree_create_range_node(tree, row.title, 0, "0-19", "20-39", "40-79", "80-159", "160-319", "320-639",
                                           "640-1279", "1280-4096", nullptr)
            : stats_tree_create_node(tree, row.title, 0, STAT_DT_INT, static_cast<gboolean>(row.kind != Kind::alone));
}

void detail::forget_tree(stats_tree* tree) { trees().erase(tree); }

void detail::TreeCounts::alone(unsigned title) { tick_stat_node(tree_, titles_[title].title, 0, FALSE); }

void detail::TreeCounts::size(unsigned title, std::uint32_t number) {
  tick_stat_node(tree_, titles_[title].title, 0, TRUE);
  stats_tree_tick_range(tree_, titles_[title].title, 0, static_cast<int>(number));
}

void detail::TreeCounts::entry(unsigned title, const char* name) {
  tick_stat_node(tree_, titles_[title].title, 0, TRUE);
  tick_stat_node(tree_, name, nodes_[title], FALSE);
}

int detail::TreeCounts::entry(unsigned title, const char* name, std::uint32_t number, bool has_entries) {
  avg_stat_node_add_value_int(tree_, titles_[title].title, 0, TRUE, static_cast<int>(number));
  return below(nodes_[title], name, number, has_entries, titles_[title].kind == Kind::from_wire);
}

int detail::TreeCounts::below(int row, const char* name, std::uint32_t number, bool has_entries, bool from_wire) {
  return avg_stat_node_add_value_int(tree_, from_wire ? bounded_row(tree_, row, name) : name, row,
                                     static_cast<gboolean>(has_entries), static_cast<int>(number));
}

}  // namespace godot::plugin
