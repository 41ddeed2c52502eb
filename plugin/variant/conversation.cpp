// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/conversation.h"

#include <algorithm>

#include "plugin/core/conversation.h"
#include "plugin/core/fields.h"
#include "plugin/core/flows.h"
#include "plugin/core/preferences.h"

namespace godot::plugin {
namespace {

FlowTable<std::uint8_t> refused;

/// FNV-1a over the payload's beginning: equal payloads have equal fingerprints.
std::uint32_t fingerprint(const Buffer& payload) noexcept {
  constexpr std::size_t enough = 128;
  std::uint32_t hash = 2166136261U ^ payload.reported;
  for (const std::uint8_t byte : payload.captured.first(std::min(payload.captured.size(), enough)))
    hash = (hash ^ byte) * 16777619U;
  return hash;
}

}  // namespace

Conversation* conversation_of(packet_info* pinfo) { return conversation_data<Conversation>(pinfo, protocols.variant); }

Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.variant, [](Conversation&) {});
}

void learn_further(Conversation& conversation, packet_info* pinfo, const Buffer& payload) {
  const variant::Observation seen = conversation.recognition.observe_further(payload, allowed_readings());
  if (seen.fits != 0) learn(conversation, pinfo, seen, payload, refusals(pinfo));
}

void learn(Conversation& conversation, packet_info* pinfo, const variant::Observation& seen, const Buffer& payload,
           std::uint32_t against) {
  const bool was_certain = conversation.recognition.certain();
  const bool was_decided = conversation.recognition.decided();
  const std::size_t before = variant::preferred(conversation.recognition.fitting());
  conversation.recognition.add(seen, against, fingerprint(payload));
  if (!was_certain && conversation.recognition.certain()) conversation.certain_in = pinfo->num;
  if (!conversation.recognition.decided()) return;
  const std::size_t after = variant::preferred(conversation.recognition.fitting());
  const bool changed = variant::candidates[before].generation != variant::candidates[after].generation;
  if (!was_decided || changed) conversation.decided_in = pinfo->num;
}

void refuse(const packet_info* pinfo) noexcept { count(refused.of_layer(pinfo)); }

std::uint32_t refusals(const packet_info* pinfo) noexcept { return refused.of_layer(pinfo); }

void reset_refusals() { refused.reset(); }

}  // namespace godot::plugin
