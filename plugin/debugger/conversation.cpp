// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/conversation.h"

#include "plugin/core/epan/frames.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin::debug {

using debugger::Direction;

Conversation* conversation_of(packet_info* pinfo) { return conversation_data<Conversation>(pinfo, protocols.debug); }

Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.debug, [](Conversation& conversation) {
    conversation.known = &of_capture<analysis::DebugConversations>().begin();
  });
}

void learn(Conversation& conversation, packet_info* pinfo, const Buffer& message, const debugger::Proof& proof) {
  of_capture<analysis::DebugConversations>().set_number(*conversation.known);
  conversation.known->learn(message, proof, frame_number(pinfo));
  if (conversation.editor_known || !proof.direction_certain || !analysis::DebugConversation::is_proof(proof)) return;
  if (proof.direction == Direction::to_editor) conversation.editor.keep_receiver(pinfo);
  else conversation.editor.keep_sender(pinfo);
  conversation.editor_known = true;
}

Direction direction_of(const Conversation& conversation, const packet_info* pinfo, const debugger::Proof& proof) {
  if (conversation.editor_known) return conversation.editor.sends(pinfo) ? Direction::to_game : Direction::to_editor;
  if (proof.direction_certain) return proof.direction;
  if (value_is_in_range(port_ranges().debug, pinfo->destport)) return Direction::to_editor;
  if (value_is_in_range(port_ranges().debug, pinfo->srcport)) return Direction::to_game;
  return proof.direction;
}

}  // namespace godot::plugin::debug
