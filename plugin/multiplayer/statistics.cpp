// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/statistics.h"

#include "plugin/core/register/conversation_tables.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/statistics.h"

namespace godot::plugin {
namespace {

Statistics<MessageTap> statistics("godot", "Godot" GODOT_MENU_SEPARATOR "Multiplayer");

constexpr ConversationFields peer_fields = {"godot.from", "godot.to", "godot.from_or_to"};

ConversationSample sample_of(packet_info*, const MessageTap& message) {
  return {.from = message.from, .to = message.to, .bytes = static_cast<int>(message.size)};
}

/// A message forwarded by the server counts once, as its sender's.
using PeerTables = ConversationTables<peer_fields, MessageTap, sample_of, &MessageTap::is_news>;

}  // namespace

void register_statistics_of_multiplayer() {
  statistics.register_tree();
  PeerTables::register_tables(protocols.godot);
}

void tap_message(packet_info* pinfo, const MessageTap* message) { statistics.queue(pinfo, message); }

bool statistics_wanted() { return statistics.wanted(); }

}  // namespace godot::plugin
