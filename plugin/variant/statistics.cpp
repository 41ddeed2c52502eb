// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/statistics.h"

#include "plugin/core/fields.h"

namespace godot::plugin {
namespace {

constexpr const char* tap_name = "godot_variant";
constexpr const char* by_type = "Values by type";
constexpr const char* by_version = "Values by Godot version";
constexpr const char* malformed = "Malformed values";

int tap = -1;
int type_node = -1;
int version_node = -1;

extern "C" {

void begin_count(stats_tree* tree) {
  type_node = stats_tree_create_node(tree, by_type, 0, STAT_DT_INT, TRUE);
  version_node = stats_tree_create_node(tree, by_version, 0, STAT_DT_INT, TRUE);
  stats_tree_create_node(tree, malformed, 0, STAT_DT_INT, FALSE);
}

/// The numbers beside a type are the sizes of its values.
tap_packet_status count_value(stats_tree* tree, packet_info*, epan_dissect_t*, const void* data, tap_flags_t) {
  const auto* value = static_cast<const ValueTap*>(data);
  const auto size = static_cast<gint>(value->size);
  avg_stat_node_add_value_int(tree, by_type, 0, TRUE, size);
  avg_stat_node_add_value_int(tree, value->type, type_node, FALSE, size);
  tick_stat_node(tree, by_version, 0, TRUE);
  tick_stat_node(tree, value->dialect, version_node, FALSE);
  if (value->malformed) tick_stat_node(tree, malformed, 0, FALSE);
  return TAP_PACKET_REDRAW;
}

}  // extern "C"
}  // namespace

void register_statistics() {
  tap = register_tap(tap_name);
  stats_tree_register_plugin(tap_name, tap_name, "Godot" GODOT_MENU_SEPARATOR "Variants", 0, count_value, begin_count,
                             nullptr);
}

void tap_value(packet_info* pinfo, const ValueTap* value) { tap_queue_packet(tap, pinfo, value); }

}  // namespace godot::plugin
