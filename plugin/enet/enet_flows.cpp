// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/enet_flows.h"

#include "plugin/core/epan/capture_object.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin::enet {

namespace {

struct Flow {
  std::uint8_t refusals;
  std::uint8_t compressed;  ///< number of datagrams that may be compressed
};
struct Flows : analysis::FlowTable<Flow> {
  analysis::FlowTable<bool> have_conversations;
  analysis::enet::DecompressionAttempts decompression;
};
Flows& flows() noexcept { return plugin::of_capture<Flows>(); }

}  // namespace

Conversation* conversation_of(packet_info* pinfo) {
  // Avoids the lookup of a conversation, the largest cost of refused datagrams.
  if (!flows().have_conversations.of(plugin::flow_of(pinfo))) return nullptr;
  return plugin::conversation_data<Conversation>(pinfo, plugin::protocols.enet);
}

Conversation* begin_conversation(packet_info* pinfo) {
  return plugin::begin_conversation_data<Conversation>(pinfo, plugin::protocols.enet, [&](Conversation& conversation) {
    conversation.first = plugin::source_of(pinfo);
    conversation.streams = &capture().connections().begin_pair();
    flows().have_conversations.of(plugin::flow_of(pinfo)) = true;
  });
}

engine::EnetEndpoints& endpoints() { return plugin::of_capture<engine::EnetEndpoints>(); }

void refuse(const packet_info* pinfo) noexcept {
  analysis::count_up(flows().of(plugin::flow_in_layer(pinfo)).refusals);
}

std::uint32_t refusals(const packet_info* pinfo) noexcept { return flows().of(plugin::flow_in_layer(pinfo)).refusals; }

bool worth_decompressing(const packet_info* pinfo) noexcept {
  return flows().decompression.next(flows().of(plugin::flow_in_layer(pinfo)).compressed);
}

}  // namespace godot::plugin::enet
