// SPDX-License-Identifier: GPL-2.0-or-later
// The conversations that carry Variants, or may, and what the analysis judges them by.
#pragma once

#include "analysis/streams/values/value_stream.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin {

using analysis::values::Choice;
using analysis::values::Conversation;
using analysis::values::Verdict;
LEFT_BY_LONGJMP(Choice, Conversation, Verdict, analysis::values::Circumstances);

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] inline Conversation* conversation_of(packet_info* pinfo) {
  return conversation_data<Conversation>(pinfo, protocols.variant);
}

/// The same; creates it if there is none.
[[nodiscard]] inline Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.variant, [](Conversation&) {});
}

/// Counts payloads that were no Variant, by flow.
struct RefusedValues : analysis::FlowTable<std::uint8_t> {
  static std::uint8_t& of_packet(const packet_info* pinfo) noexcept {
    return of_capture<RefusedValues>().of(flow_in_layer(pinfo));
  }
};

/// The packet's frame and flow, with the preferences.
[[nodiscard]] inline analysis::values::Circumstances circumstances(const packet_info* pinfo) noexcept {
  return {.frame = frame_number(pinfo),
          .readings = allowed_readings(),
          .is_preferred = preferences::dialect() != nullptr,
          .refused = RefusedValues::of_packet(pinfo)};
}

/// Counts a payload that was no Variant against its flow. Takes few instructions: it runs for all other traffic. Flows
/// that share an entry of the small table are counted together.
inline void refuse(const packet_info* pinfo) noexcept { analysis::count_up(RefusedValues::of_packet(pinfo)); }

}  // namespace godot::plugin
