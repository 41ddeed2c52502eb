// SPDX-License-Identifier: GPL-2.0-or-later
// TCP's state that its payload's dissectors do not get: the end of a connection, the window, and what the capture
// lacks.
#pragma once

#include <cstdint>

#include "plugin/core/flows/conversation_data.h"

namespace godot::plugin {

/// TCP's analysis of the packet's connection, for the functions below; null: there is none.
[[nodiscard]] inline const tcp_analysis* tcp_analysis_of(packet_info* pinfo) {
  conversation_t* known = recent_conversations.find(pinfo);
  return known != nullptr ? get_tcp_conversation_data(known, pinfo) : nullptr;
}

/// FIN and a reset, as in the field tcp.completeness.
inline constexpr unsigned tcp_fin = 16, tcp_reset = 32;

/// True once one end has sent one of these, in this packet or an earlier one of its connection. For the first pass,
/// after TCP has dissected the packet.
[[nodiscard]] inline bool tcp_has_ended(const tcp_analysis* analysis, unsigned by = tcp_fin | tcp_reset) {
  return analysis != nullptr && (analysis->conversation_completeness & by) != 0;
}

/// The window that the packet's sender offers, as Wireshark has it after dissection of the packet; 0: unknown.
[[nodiscard]] inline std::uint32_t tcp_window(const tcp_analysis* analysis) {
  return analysis != nullptr && analysis->fwd != nullptr ? analysis->fwd->window : 0;
}

/// True if the packet's sender has acknowledged more than the capture has of the other end so far.
[[nodiscard]] inline bool tcp_acknowledges_unseen(const tcp_analysis* analysis) {
  if (analysis == nullptr || analysis->fwd == nullptr || analysis->rev == nullptr) return false;
  const auto* from = analysis->fwd->tcp_analyze_seq_info;
  const auto* to = analysis->rev->tcp_analyze_seq_info;
  if (from == nullptr || to == nullptr || to->nextseq == 0 || from->lastack == 0) return false;
  return static_cast<std::int32_t>(from->lastack - to->nextseq) > 0;
}

/// The number behind the bytes of the packet's sender that the capture has without a gap; 0: unknown.
[[nodiscard]] inline std::uint32_t tcp_without_gap(const tcp_analysis* analysis) {
  if (analysis == nullptr || analysis->fwd == nullptr || analysis->fwd->tcp_analyze_seq_info == nullptr) return 0;
  return analysis->fwd->tcp_analyze_seq_info->maxseqtobeacked;
}

/// True if the packet's sender has acknowledged what comes behind this number of the other end; 0: unknown.
[[nodiscard]] inline bool tcp_acknowledges_behind(const tcp_analysis* analysis, std::uint32_t number) {
  if (number == 0 || analysis == nullptr || analysis->fwd == nullptr) return false;
  const auto* from = analysis->fwd->tcp_analyze_seq_info;
  return from != nullptr && from->lastack != 0 && static_cast<std::int32_t>(from->lastack - number) > 0;
}

}  // namespace godot::plugin
