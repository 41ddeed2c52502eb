// SPDX-License-Identifier: GPL-2.0-or-later
// Data that a protocol stores for a conversation (Wireshark's: two addresses and ports). It lives as long as the
// capture and is never destroyed, only freed.
#pragma once

#include <new>
#include <type_traits>

#include "base/flow_table.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/flows/recent_conversations.h"

namespace godot::plugin {

/// Shared by all protocols.
inline RecentConversations recent_conversations;

/// The data that `protocol` stored for the packet's conversation, or null.
template <class T>
[[nodiscard]] T* conversation_data(const packet_info* pinfo, int protocol) {
  conversation_t* known = recent_conversations.find(const_cast<packet_info*>(pinfo));
  return known != nullptr ? static_cast<T*>(conversation_get_proto_data(known, protocol)) : nullptr;
}

/// The same; calls `begin` on new data if there is none.
template <class T, class F>
[[nodiscard]] T* begin_conversation_data(packet_info* pinfo, int protocol, F begin) {
  static_assert(std::is_trivially_destructible_v<T>);
  conversation_t* known = recent_conversations.find(pinfo);
  if (known == nullptr) known = find_or_create_conversation(pinfo);
  auto* data = static_cast<T*>(conversation_get_proto_data(known, protocol));
  if (data == nullptr) {
    data = new (wmem_alloc(wmem_file_scope(), sizeof(T))) T{};
    begin(*data);
    conversation_add_proto_data(known, protocol, data);
  }
  return data;
}

/// The packet's flow, and its flow in this layer.
[[nodiscard]] inline analysis::FlowKey flow_of(const packet_info* pinfo) noexcept {
  return {pinfo->srcport, pinfo->destport};
}
[[nodiscard]] inline analysis::FlowKey flow_in_layer(const packet_info* pinfo) noexcept {
  return {pinfo->srcport, pinfo->destport, pinfo->curr_layer_num};
}

/// Sets `handle` as the conversation's dissector: later packets skip heuristics.
inline void lock_conversation(packet_info* pinfo, dissector_handle_t handle) {
  conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, handle);
}

/// The same, unless the conversation has a dissector.
inline void lock_free_conversation(packet_info* pinfo, dissector_handle_t handle) {
  if (conversation_get_dissector(find_or_create_conversation(pinfo), pinfo->num) == nullptr)
    lock_conversation(pinfo, handle);
}

}  // namespace godot::plugin
