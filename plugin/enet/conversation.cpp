// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/conversation.h"

#include "plugin/core/epan/of_capture.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/flows/endpoints.h"
#include "plugin/core/register/fields.h"

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

plugin::Endpoints<Endpoint> endpoints;

Endpoint& get_endpoint(const address& host, std::uint32_t port) {
  return endpoints.get(host, port, [](Endpoint& endpoint) { endpoint.number = endpoints.size(); });
}

}  // namespace

Conversation* conversation_of(packet_info* pinfo) {
  // Avoids the lookup of a conversation, the largest cost of refused datagrams.
  if (!flows().have_conversations.of(plugin::flow_of(pinfo))) return nullptr;
  return plugin::conversation_data<Conversation>(pinfo, plugin::protocols.enet);
}

Conversation* begin_conversation(packet_info* pinfo) {
  return plugin::begin_conversation_data<Conversation>(pinfo, plugin::protocols.enet, [&](Conversation& conversation) {
    conversation.first.keep_sender(pinfo);
    conversation.streams = &capture().connections().begin_pair();
    flows().have_conversations.of(plugin::flow_of(pinfo)) = true;
  });
}

Direction direction_of(const Conversation& conversation, const packet_info* pinfo) noexcept {
  return conversation.first.sends(pinfo) ? 0 : 1;
}

void settle(Conversation& conversation, packet_info* pinfo) {
  if (conversation.ends[0] != nullptr) return;
  Endpoint& from = get_endpoint(pinfo->src, pinfo->srcport);
  Endpoint& to = get_endpoint(pinfo->dst, pinfo->destport);
  if (direction_of(conversation, pinfo) == 0) conversation.Pair::settle(from, to);
  else conversation.Pair::settle(to, from);
}

Direction likelier_server(const Conversation& conversation, const packet_info* pinfo) {
  const Direction sender = direction_of(conversation, pinfo);
  return analysis::enet::is_likelier_server({endpoints.find(pinfo->src, pinfo->srcport), pinfo->srcport},
                                            {endpoints.find(pinfo->dst, pinfo->destport), pinfo->destport})
             ? sender
             : opposite(sender);
}

bool is_clearly_server(const Conversation& conversation, const packet_info* pinfo, Direction server) {
  const bool from_server = direction_of(conversation, pinfo) == server;
  return analysis::enet::is_clearly_server(
      {conversation.ends[server], from_server ? pinfo->srcport : pinfo->destport},
      {conversation.ends[opposite(server)], from_server ? pinfo->destport : pinfo->srcport});
}

const Endpoint* known_endpoint(const packet_info* pinfo) {
  const Endpoint* from = endpoints.find(pinfo->src, pinfo->srcport);
  return from != nullptr ? from : endpoints.find(pinfo->dst, pinfo->destport);
}

void refuse(const packet_info* pinfo) noexcept {
  analysis::count_up(flows().of(plugin::flow_in_layer(pinfo)).refusals);
}

std::uint32_t refusals(const packet_info* pinfo) noexcept { return flows().of(plugin::flow_in_layer(pinfo)).refusals; }

bool worth_decompressing(const packet_info* pinfo) noexcept {
  return flows().decompression.next(flows().of(plugin::flow_in_layer(pinfo)).compressed);
}

}  // namespace godot::plugin::enet
