// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/conversation.h"

#include <algorithm>
#include <array>
#include <new>

#include "plugin/core/fields.h"

namespace godot::enet::dissector {
namespace {

// Both directions of a flow share a place; so may other flows, which makes the heuristics stricter, never laxer.
struct Flow {
  std::uint8_t refusals;
  std::uint8_t compressed;  ///< datagrams that may be compressed
};
std::array<Flow, 4096> flows;
constexpr std::uint8_t most_counted = 255;

/// Of datagrams of unknown flows that may be compressed.
struct {
  std::uint32_t candidates;
  std::uint32_t attempts;
} decompression;

// Whether a conversation was begun, for the same places, whatever layer it is in.
std::array<bool, flows.size()> conversations;

std::uint32_t ports_of(const packet_info* pinfo) noexcept {
  return (pinfo->srcport + pinfo->destport) * 31 ^ (pinfo->srcport ^ pinfo->destport);
}

std::size_t place_of(std::uint32_t ports) noexcept { return (ports ^ ports >> 12) % flows.size(); }

Flow& flow(const packet_info* pinfo) noexcept {
  return flows[place_of(ports_of(pinfo) ^ std::uint32_t{pinfo->curr_layer_num} * 977)];
}

void count(std::uint8_t& number) noexcept { number = static_cast<std::uint8_t>(number + (number != most_counted)); }

struct EndpointKey {
  address where;
  std::uint32_t port;
};

wmem_map_t* endpoints = nullptr;

extern "C" {
static guint endpoint_hash(gconstpointer key) {
  const auto* place = static_cast<const EndpointKey*>(key);
  return add_address_to_hash(place->port, &place->where);
}
static gboolean endpoint_equal(gconstpointer one, gconstpointer other) {
  const auto* left = static_cast<const EndpointKey*>(one);
  const auto* right = static_cast<const EndpointKey*>(other);
  return static_cast<gboolean>(left->port == right->port && addresses_equal(&left->where, &right->where));
}
}

Endpoint* find_endpoint(const address& where, std::uint32_t port) {
  if (endpoints == nullptr || wmem_map_size(endpoints) == 0) return nullptr;
  const EndpointKey place = {where, port};
  return static_cast<Endpoint*>(wmem_map_lookup(endpoints, &place));
}

Endpoint* get_endpoint(const address& where, std::uint32_t port) {
  Endpoint* endpoint = find_endpoint(where, port);
  if (endpoint != nullptr) return endpoint;
  if (endpoints == nullptr)
    endpoints = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), endpoint_hash, endpoint_equal);
  endpoint = new (wmem_alloc(wmem_file_scope(), sizeof(Endpoint))) Endpoint{};
  endpoint->number = wmem_map_size(endpoints);
  auto* place = wmem_new(wmem_file_scope(), EndpointKey);
  copy_address_wmem(wmem_file_scope(), &place->where, &where);
  place->port = port;
  wmem_map_insert(endpoints, place, endpoint);
  return endpoint;
}

}  // namespace

Conversation* conversation_of(packet_info* pinfo) {
  // Looking for a conversation costs more than all else that refused datagrams pay.
  if (!conversations[place_of(ports_of(pinfo))]) return nullptr;
  conversation_t* known = find_conversation_pinfo(pinfo, 0);
  return known == nullptr ? nullptr
                          : static_cast<Conversation*>(conversation_get_proto_data(known, plugin::protocols.enet));
}

Conversation* begin_conversation(packet_info* pinfo) {
  conversation_t* known = find_or_create_conversation(pinfo);
  auto* conversation = static_cast<Conversation*>(conversation_get_proto_data(known, plugin::protocols.enet));
  if (conversation == nullptr) {
    conversation = new (wmem_alloc(wmem_file_scope(), sizeof(Conversation))) Conversation{};
    copy_address_wmem(wmem_file_scope(), &conversation->first, &pinfo->src);
    conversation->first_port = pinfo->srcport;
    conversation_add_proto_data(known, plugin::protocols.enet, conversation);
    conversations[place_of(ports_of(pinfo))] = true;
  }
  return conversation;
}

Direction direction_of(const Conversation& conversation, const packet_info* pinfo) noexcept {
  const bool is_first = pinfo->srcport == conversation.first_port && addresses_equal(&pinfo->src, &conversation.first);
  return is_first ? 0 : 1;
}

void settle(Conversation& conversation, packet_info* pinfo) {
  if (conversation.ends[0] != nullptr) return;
  const Direction direction = direction_of(conversation, pinfo);
  conversation.ends[direction] = get_endpoint(pinfo->src, pinfo->srcport);
  conversation.ends[opposite(direction)] = get_endpoint(pinfo->dst, pinfo->destport);
  for (Endpoint* end : conversation.ends) ++end->conversations;
  number_streams(conversation);
  for (Stream* stream = conversation.latest; stream != nullptr; stream = stream->earlier)
    name_ends(conversation, *stream);
}

void name_ends(const Conversation& conversation, Stream& stream) {
  Endpoint* server = conversation.ends[opposite(stream.client)];
  if (server == nullptr) return;
  stream.link.server_key = server->number + 1;
  if (stream.link.has_handshake) server->is_server = true;
}

Direction likelier_server(const Conversation& conversation, const packet_info* pinfo) {
  const Direction sender = direction_of(conversation, pinfo);
  const Endpoint* from = find_endpoint(pinfo->src, pinfo->srcport);
  const Endpoint* to = find_endpoint(pinfo->dst, pinfo->destport);
  const auto by = [&](auto weight) {
    return std::pair{from != nullptr ? weight(*from) : 0U, to != nullptr ? weight(*to) : 0U};
  };
  const auto [from_serves, to_serves] = by([](const Endpoint& end) { return unsigned{end.is_server}; });
  if (from_serves != to_serves) return from_serves > to_serves ? sender : opposite(sender);
  const auto [from_count, to_count] = by([](const Endpoint& end) { return end.conversations; });
  if (from_count != to_count) return from_count > to_count ? sender : opposite(sender);
  // Servers choose their port, clients get a high one.
  return pinfo->srcport < pinfo->destport ? sender : opposite(sender);
}

const Endpoint* known_endpoint(const packet_info* pinfo) {
  const Endpoint* from = find_endpoint(pinfo->src, pinfo->srcport);
  return from != nullptr ? from : find_endpoint(pinfo->dst, pinfo->destport);
}

void lock(packet_info* pinfo, dissector_handle_t handle) {
  conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, handle);
}

void refuse(const packet_info* pinfo) noexcept { count(flow(pinfo).refusals); }

std::uint32_t refusals(const packet_info* pinfo) noexcept { return flow(pinfo).refusals; }

bool worth_decompressing(const packet_info* pinfo) noexcept {
  constexpr std::uint8_t first_ones = 4;
  constexpr std::uint32_t free_attempts = 500;
  constexpr std::uint32_t candidates_per_attempt = 256;
  std::uint8_t& compressed = flow(pinfo).compressed;
  const bool is_power_of_two = (compressed & (compressed - 1)) == 0;
  const bool worth = compressed < first_ones || (is_power_of_two && compressed != most_counted);
  count(compressed);
  ++decompression.candidates;
  // Many flows of others must not add up.
  if (!worth || decompression.attempts > free_attempts + decompression.candidates / candidates_per_attempt)
    return false;
  ++decompression.attempts;
  return true;
}

void reset_conversations() {
  flows.fill({});
  conversations.fill(false);
  decompression = {};
  reset_streams();
}

}  // namespace godot::enet::dissector
