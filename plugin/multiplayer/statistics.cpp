// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/statistics.h"

#include "answers/questions/message_rows.h"
#include "plugin/core/register/conversation_tables.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/statistics.h"

namespace godot::plugin {
namespace {

Statistics statistics("godot", "Godot" GODOT_MENU_SEPARATOR "Multiplayer");
int kind_node = -1;

constexpr ConversationFields peer_fields = {"godot.from", "godot.to", "godot.from_or_to"};
using PeerTables = ConversationTables<peer_fields>;

ConversationSample sample_of(const MessageTap& message) {
  return {.from = message.ends.from, .to = message.ends.to, .bytes = static_cast<int>(message.size)};
}

extern "C" {

/// A message forwarded by the server counts once, as its sender's.
tap_packet_status count_conversation(void* table, packet_info* pinfo, epan_dissect_t*, const void* data,
                                     tap_flags_t flags) {
  const auto& message = *static_cast<const MessageTap*>(data);
  return message.is_news ? PeerTables::add_conversation(table, pinfo, sample_of(message), flags)
                         : TAP_PACKET_DONT_REDRAW;
}
tap_packet_status count_endpoints(void* table, packet_info*, epan_dissect_t*, const void* data, tap_flags_t flags) {
  const auto& message = *static_cast<const MessageTap*>(data);
  return message.is_news ? PeerTables::add_endpoints(table, sample_of(message), flags) : TAP_PACKET_DONT_REDRAW;
}

void begin_message_count(stats_tree* tree) {
  kind_node = stats_tree_create_node(tree, analysis::messages_by_kind, 0, STAT_DT_INT, TRUE);
  stats_tree_create_node(tree, analysis::malformed_messages, 0, STAT_DT_INT, FALSE);
}

/// The numbers beside a kind, node and method are sizes of messages.
tap_packet_status count_message(stats_tree* tree, packet_info*, epan_dissect_t*, const void* data, tap_flags_t) {
  const auto* message = static_cast<const MessageTap*>(data);
  const auto size = static_cast<gint>(message->size);
  const int kind = count_sized(tree, analysis::messages_by_kind, kind_node, message->kind, size, true);
  if (message->node != nullptr) {
    const char* name = bounded_row(tree, kind, analysis::row_of_node(message->node));
    // Always a parent, as a later message may have a member: Wireshark aborts when a leaf gets a child.
    const int node = avg_stat_node_add_value_int(tree, name, kind, TRUE, size);
    const char* member = message->member != nullptr ? message->member : analysis::row_without_member(message->kind);
    if (member != nullptr) avg_stat_node_add_value_int(tree, bounded_row(tree, node, member), node, FALSE, size);
  } else if (const char* name = analysis::row_without_node(message->kind, message->malformed)) {
    avg_stat_node_add_value_int(tree, name, kind, TRUE, size);
  }
  if (message->malformed) tick_stat_node(tree, analysis::malformed_messages, 0, FALSE);
  return TAP_PACKET_REDRAW;
}

}  // extern "C"
}  // namespace

void register_statistics_of_multiplayer() {
  statistics.register_tree(count_message, begin_message_count);
  register_conversation_table(protocols.godot, TRUE, count_conversation, count_endpoints);
}

void tap_message(packet_info* pinfo, const MessageTap* message) { statistics.queue(pinfo, message); }

bool statistics_wanted() { return statistics.wanted(); }

}  // namespace godot::plugin
