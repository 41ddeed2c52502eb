// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/conversation.h"

#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(Choice, Conversation, Verdict, analysis::values::Circumstances);

analysis::FlowTable<std::uint8_t> refused;

void forget_conversations_of_values() {
  refused.reset();
  early_streams().clear();
}

}  // namespace

Conversation* conversation_of(packet_info* pinfo) { return conversation_data<Conversation>(pinfo, protocols.variant); }

Conversation* begin_conversation(packet_info* pinfo) {
  return begin_conversation_data<Conversation>(pinfo, protocols.variant, [](Conversation&) {});
}

analysis::values::Circumstances circumstances(const packet_info* pinfo) noexcept {
  return {.frame = frame_number(pinfo),
          .readings = allowed_readings(),
          .is_preferred = preferences::dialect() != nullptr,
          .refused = refused.of(flow_in_layer(pinfo))};
}

void refuse(const packet_info* pinfo) noexcept { analysis::count_up(refused.of(flow_in_layer(pinfo))); }

analysis::values::EarlyStreams& early_streams() noexcept {
  static analysis::values::EarlyStreams all;
  return all;
}

void register_conversations_of_values() { register_init_routine(forget_conversations_of_values); }

}  // namespace godot::plugin
