// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/statistics.h"

#include "plugin/core/fields.h"

namespace godot::plugin {
namespace {

constexpr const char* tap_name = "godot";
constexpr const char* by_kind = "Messages by kind";
constexpr const char* malformed = "Malformed messages";

int tap = -1;
int kind_node = -1;

extern "C" {

void begin_message_count(stats_tree* tree) {
  kind_node = stats_tree_create_node(tree, by_kind, 0, STAT_DT_INT, TRUE);
  stats_tree_create_node(tree, malformed, 0, STAT_DT_INT, FALSE);
}

/// The numbers beside a kind, a node and a method are the sizes of its messages.
tap_packet_status count_message(stats_tree* tree, packet_info*, epan_dissect_t*, const void* data, tap_flags_t) {
  const auto* message = static_cast<const MessageTap*>(data);
  const auto size = static_cast<gint>(message->size);
  avg_stat_node_add_value_int(tree, by_kind, 0, TRUE, size);
  const int kind = avg_stat_node_add_value_int(tree, message->kind, kind_node, TRUE, size);
  if (message->node != nullptr) {
    const int node = avg_stat_node_add_value_int(tree, message->node, kind, message->member != nullptr, size);
    if (message->member != nullptr) avg_stat_node_add_value_int(tree, message->member, node, FALSE, size);
  }
  if (message->malformed) tick_stat_node(tree, malformed, 0, FALSE);
  return TAP_PACKET_REDRAW;
}

}  // extern "C"
}  // namespace

void register_statistics_of_multiplayer() {
  tap = register_tap(tap_name);
  stats_tree_register_plugin(tap_name, tap_name, "Godot" GODOT_MENU_SEPARATOR "Multiplayer", 0, count_message,
                             begin_message_count, nullptr);
}

void tap_message(packet_info* pinfo, const MessageTap* message) { tap_queue_packet(tap, pinfo, message); }

bool statistics_wanted() { return have_tap_listener(tap); }

}  // namespace godot::plugin
