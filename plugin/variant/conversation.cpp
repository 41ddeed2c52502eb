// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/conversation.h"

#include <algorithm>
#include <array>
#include <new>

#include "plugin/core/fields.h"

namespace godot::plugin {
namespace {

// Both directions of a flow share a place; so may other flows, which makes the heuristics stricter, never laxer.
std::array<std::uint8_t, 4096> refusal_counts;
constexpr std::uint8_t most_refusals = 255;

std::uint8_t& refusal_count(const packet_info* pinfo) noexcept {
  // The layer keeps what a transport refused apart from what is decrypted or unwrapped from it later.
  const std::uint32_t ports = (pinfo->srcport + pinfo->destport) * 31 ^ (pinfo->srcport ^ pinfo->destport) ^
                              std::uint32_t{pinfo->curr_layer_num} * 977;
  return refusal_counts[(ports ^ ports >> 12) % refusal_counts.size()];
}

/// FNV-1a over the payload's front: equal payloads are equal here.
std::uint32_t fingerprint(const Buffer& payload) noexcept {
  constexpr std::size_t enough = 128;
  std::uint32_t hash = 2166136261U ^ payload.reported;
  for (const std::uint8_t byte : payload.captured.first(std::min(payload.captured.size(), enough)))
    hash = (hash ^ byte) * 16777619U;
  return hash;
}

}  // namespace

Conversation* conversation_of(packet_info* pinfo) {
  conversation_t* known = find_conversation_pinfo(pinfo, 0);
  return known == nullptr ? nullptr : static_cast<Conversation*>(conversation_get_proto_data(known, protocols.variant));
}

Conversation* begin_conversation(packet_info* pinfo) {
  conversation_t* known = find_or_create_conversation(pinfo);
  auto* conversation = static_cast<Conversation*>(conversation_get_proto_data(known, protocols.variant));
  if (conversation == nullptr) {
    conversation = new (wmem_alloc(wmem_file_scope(), sizeof(Conversation))) Conversation{};
    conversation_add_proto_data(known, protocols.variant, conversation);
  }
  return conversation;
}

void learn(Conversation& conversation, packet_info* pinfo, const variant::Observation& seen, const Buffer& payload) {
  const bool was_certain = conversation.recognition.certain();
  const bool was_decided = conversation.recognition.decided();
  conversation.recognition.add(seen, refusals(pinfo), fingerprint(payload));
  if (!was_certain && conversation.recognition.certain()) conversation.certain_in = pinfo->num;
  if (!was_decided && conversation.recognition.decided()) conversation.decided_in = pinfo->num;
}

void lock(packet_info* pinfo, dissector_handle_t handle) {
  conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, handle);
}

void refuse(const packet_info* pinfo) noexcept {
  std::uint8_t& count = refusal_count(pinfo);
  count = static_cast<std::uint8_t>(count + (count != most_refusals ? 1 : 0));
}

std::uint32_t refusals(const packet_info* pinfo) noexcept { return refusal_count(pinfo); }

void reset_refusals() { refusal_counts.fill(0); }

}  // namespace godot::plugin
