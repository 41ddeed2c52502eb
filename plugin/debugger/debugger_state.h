// SPDX-License-Identifier: GPL-2.0-or-later
// What Wireshark keeps for a debugger's conversation.
#pragma once

#include "engine/streams/steps.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin::debug {

using Conversation = engine::DebugEnds;

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] inline Conversation* conversation_of(packet_info* pinfo) {
  return conversation_data<Conversation>(pinfo, protocols.debug);
}

/// The same; creates it if there is none.
[[nodiscard]] inline Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.debug, [](Conversation& conversation) {
    conversation.known = &of_capture<analysis::DebugConversations>().begin();
  });
}

[[nodiscard]] inline analysis::DebugPlace place_of(const packet_info* pinfo, std::uint32_t index = 0) noexcept {
  return {.frame = frame_number(pinfo), .index = index, .is_first_pass = is_first_pass(pinfo)};
}

/// The sender of this packet: as learned, else by its ports, else by the bytes.
[[nodiscard]] inline debugger::Direction direction_of(const Conversation& conversation, const packet_info* pinfo,
                                                      const debugger::Proof& proof) {
  return conversation.direction_of(proof, source_of(pinfo), destination_of(pinfo), [](std::uint16_t port) {
    return value_is_in_range(port_ranges().debug, port) != 0;
  });
}

}  // namespace godot::plugin::debug
