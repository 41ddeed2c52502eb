// SPDX-License-Identifier: GPL-2.0-or-later
// What Wireshark keeps for a debugger's conversation.
#pragma once

#include "engine/streams/steps.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/engine_packet.h"

namespace godot::plugin::debug {

using Conversation = engine::DebugEnds;

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

[[nodiscard]] inline analysis::DebugPlace place_of(const packet_info* pinfo, std::uint32_t index = 0) noexcept {
  return {.frame = frame_number(pinfo), .index = index, .is_first_pass = is_first_pass(pinfo)};
}

/// The sender of this packet: as learned, else by its ports, else by the bytes.
[[nodiscard]] debugger::Direction direction_of(const Conversation& conversation, const packet_info* pinfo,
                                               const debugger::Proof& proof);

}  // namespace godot::plugin::debug
