// SPDX-License-Identifier: GPL-2.0-or-later
// TCP's state that its payload's dissectors do not get: the end of a connection, and the window.
#pragma once

#include <cstdint>

#include "plugin/core/conversation.h"

namespace godot::plugin {

/// True once one end has sent FIN or a reset, in this packet or an earlier one of its connection. For the first pass,
/// after TCP has dissected the packet.
[[nodiscard]] inline bool tcp_has_ended(packet_info* pinfo) {
  constexpr unsigned fin_or_reset = 16 | 32;  // as in the field tcp.completeness
  if (pinfo->ptype != PT_TCP) return false;
  conversation_t* known = recent_conversations.find(pinfo);
  const tcp_analysis* analysis = known != nullptr ? get_tcp_conversation_data(known, pinfo) : nullptr;
  return analysis != nullptr && (analysis->conversation_completeness & fin_or_reset) != 0;
}

/// The window that the packet's sender offers, as Wireshark has it after dissection of the packet; 0: unknown.
[[nodiscard]] inline std::uint32_t tcp_window(packet_info* pinfo) {
  conversation_t* known = recent_conversations.find(pinfo);
  const tcp_analysis* analysis = known != nullptr ? get_tcp_conversation_data(known, pinfo) : nullptr;
  return analysis != nullptr && analysis->fwd != nullptr ? analysis->fwd->window : 0;
}

}  // namespace godot::plugin
