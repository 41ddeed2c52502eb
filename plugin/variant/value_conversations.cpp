// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/value_conversations.h"

#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(Choice, Conversation, Verdict, analysis::values::Circumstances);

/// Counts payloads that were no Variant, by flow.
struct Refused : analysis::FlowTable<std::uint8_t> {};

std::uint8_t& refused(const packet_info* pinfo) noexcept { return of_capture<Refused>().of(flow_in_layer(pinfo)); }

}  // namespace

Conversation* conversation_of(packet_info* pinfo) { return conversation_data<Conversation>(pinfo, protocols.variant); }

Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.variant, [](Conversation&) {});
}

analysis::values::Circumstances circumstances(const packet_info* pinfo) noexcept {
  return {.frame = frame_number(pinfo),
          .readings = allowed_readings(),
          .is_preferred = preferences::dialect() != nullptr,
          .refused = refused(pinfo)};
}

void refuse(const packet_info* pinfo) noexcept { analysis::count_up(refused(pinfo)); }

}  // namespace godot::plugin
