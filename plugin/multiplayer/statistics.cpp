// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/statistics.h"

#include "plugin/core/register/conversation_tables.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/statistics.h"

namespace godot::plugin {
namespace {

Statistics<MessageTap> statistics("godot", "Godot" GODOT_MENU_SEPARATOR "Multiplayer");

constexpr ConversationFields peer_fields = {"godot.from", "godot.to", "godot.from_or_to"};
using PeerTables = ConversationTables<peer_fields>;

ConversationSample sample_of(const MessageTap& message) {
  return {.from = message.from, .to = message.to, .bytes = static_cast<int>(message.size)};
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

}  // extern "C"
}  // namespace

void register_statistics_of_multiplayer() {
  statistics.register_tree();
  register_conversation_table(protocols.godot, TRUE, count_conversation, count_endpoints);
}

void tap_message(packet_info* pinfo, const MessageTap* message) { statistics.queue(pinfo, message); }

bool statistics_wanted() { return statistics.wanted(); }

}  // namespace godot::plugin
