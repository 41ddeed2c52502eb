// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/debugger_state.h"

#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin::debug {

Conversation* conversation_of(packet_info* pinfo) { return conversation_data<Conversation>(pinfo, protocols.debug); }

Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.debug, [](Conversation& conversation) {
    conversation.known = &of_capture<analysis::DebugConversations>().begin();
  });
}

debugger::Direction direction_of(const Conversation& conversation, const packet_info* pinfo,
                                 const debugger::Proof& proof) {
  return conversation.direction_of(proof, source_of(pinfo), destination_of(pinfo), [](std::uint16_t port) {
    return value_is_in_range(port_ranges().debug, port) != 0;
  });
}

}  // namespace godot::plugin::debug
