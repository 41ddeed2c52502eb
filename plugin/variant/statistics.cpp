// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/statistics.h"

#include "plugin/core/register/statistics.h"

namespace godot::plugin {
namespace {

constexpr const char* by_type = "Values by type";
constexpr const char* by_version = "Values by Godot version";
constexpr const char* malformed = "Malformed values";

Statistics statistics("godot_variant", "Godot" GODOT_MENU_SEPARATOR "Variants");
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
  count_sized(tree, by_type, type_node, value->type, size);
  count_one(tree, by_version, version_node, value->dialect);
  if (value->malformed) tick_stat_node(tree, malformed, 0, FALSE);
  return TAP_PACKET_REDRAW;
}

}  // extern "C"
}  // namespace

void register_statistics() { statistics.register_tree(count_value, begin_count); }

void tap_value(packet_info* pinfo, const ValueTap* value) { statistics.queue(pinfo, value); }

}  // namespace godot::plugin
