// SPDX-License-Identifier: GPL-2.0-or-later
// What Wireshark keeps for a debugger's conversation: its state, and which end is the editor's.
#pragma once

#include "analysis/streams/debugger/conversation.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/of_capture.h"
#include "plugin/core/flows/conversation.h"

namespace godot::plugin::debug {

struct Conversation {
  analysis::DebugConversation* known;
  bool editor_known;
  KnownEnd editor;
};

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

[[nodiscard]] inline analysis::DebugPlace place_of(const packet_info* pinfo, std::uint32_t index = 0) noexcept {
  return {.frame = frame_number(pinfo), .index = index, .is_first_pass = is_first_pass(pinfo)};
}

/// Learns from a message's bytes which protocol and version it is, and who is the editor. First pass only.
void learn(Conversation& conversation, packet_info* pinfo, const Buffer& message, const debugger::Proof& proof);

/// The sender of this packet: as learned, else by its ports, else by the bytes.
[[nodiscard]] debugger::Direction direction_of(const Conversation& conversation, const packet_info* pinfo,
                                               const debugger::Proof& proof);

}  // namespace godot::plugin::debug
