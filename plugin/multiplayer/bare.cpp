// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/bare.h"

#include <array>
#include <new>
#include <string>
#include <unordered_map>

#include "plugin/core/fields.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/multiplayer/recognition.h"

namespace godot::plugin {
namespace {

using multiplayer::Format;

/// A conversation that may carry messages. The end that speaks first is the server over WebSocket, of either
/// generation.
struct Conversation {
  Link link;
  address first_speaker;
  std::uint32_t first_port;
};

/// Numbers for the ends of conversations, which sessions are told apart by.
std::unordered_map<std::string, std::uint32_t>& end_numbers() {
  static std::unordered_map<std::string, std::uint32_t> numbers;
  return numbers;
}

std::uint32_t end_number(const address& host, std::uint32_t port) {
  std::string key(static_cast<const char*>(host.data), static_cast<std::size_t>(host.len));
  key += ':';
  key += std::to_string(port);
  auto& numbers = end_numbers();
  return numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
}

extern "C" {
void forget_ends() { end_numbers().clear(); }
}

Conversation* conversation_of(packet_info* pinfo) {
  conversation_t* known = find_conversation_pinfo(pinfo, 0);
  return known == nullptr ? nullptr : static_cast<Conversation*>(conversation_get_proto_data(known, protocols.godot));
}

Conversation* begin_conversation(packet_info* pinfo, Transport transport) {
  Conversation* conversation = conversation_of(pinfo);
  if (conversation != nullptr) return conversation;
  conversation = new (wmem_alloc0(wmem_file_scope(), sizeof(Conversation))) Conversation{};
  conversation->link = {.transport = transport,
                        .has_handshake = transport == Transport::websocket,
                        .first_frame = pinfo->num,
                        .server_key = end_number(pinfo->src, pinfo->srcport)};
  copy_address_wmem(wmem_file_scope(), &conversation->first_speaker, &pinfo->src);
  conversation->first_port = pinfo->srcport;
  conversation_add_proto_data(find_or_create_conversation(pinfo), protocols.godot, conversation);
  return conversation;
}

bool dissect(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation) {
  const bool speaks_first =
      pinfo->srcport == conversation.first_port && addresses_equal(&pinfo->src, &conversation.first_speaker) != FALSE;
  const Message message = {
      .link = &conversation.link, .from_client = !speaks_first, .index = frame_notes(pinfo).messages++};
  return dissect_multiplayer_here(tvb, pinfo, tree, message);
}

bool dissect_heuristically(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Transport transport) {
  Conversation* conversation = pinfo->fd->visited == 0 ? begin_conversation(pinfo, transport) : conversation_of(pinfo);
  return conversation != nullptr && dissect(tvb, pinfo, tree, *conversation);
}

int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Format format) {
  Conversation* conversation = begin_conversation(pinfo, Transport::data_channel);
  MultiplayerLink& link = of_link(conversation->link);
  if (!link.chosen) choose(link, format);
  return dissect(tvb, pinfo, tree, *conversation) ? static_cast<int>(tvb_captured_length(tvb)) : 0;
}

extern "C" {

bridge::Bool heuristic_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_heuristically(tvb, pinfo, tree, Transport::websocket);
}
bridge::Bool heuristic_data_channel(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_heuristically(tvb, pinfo, tree, Transport::data_channel);
}

}  // extern "C"

template <Format format>
int dissect_as(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_chosen(tvb, pinfo, tree, format);
}

// --- Decode As ----------------------------------------------------------------------------------------------------

struct Generation {
  const char* name;
  const char* filter;
  dissector_t dissector;
};
constexpr Generation generations[] = {
    {"Godot Multiplayer (Godot 4)", "godot.as_godot4", dissect_as<Format::scene>},
    {"Godot Multiplayer (Godot 3)", "godot.as_godot3", dissect_as<Format::named>},
};
std::array<int, std::size(generations)> protocols_of_generations;

constexpr const char* tables[] = {"udp.port", "dtls.port", "sctp.ppi", "sctp.port"};

}  // namespace

void register_bare_transports() {
  for (std::size_t i = 0; i < std::size(generations); ++i) {
    const Generation& row = generations[i];
    protocols_of_generations[i] =
        proto_register_protocol_in_name_only(row.name, row.name, row.filter, protocols.godot, FT_PROTOCOL);
  }
  register_init_routine(forget_ends);
}

void hand_off_bare_transports() {
  heur_dissector_add("ws", heuristic_websocket, "Godot Multiplayer over WebSocket", "godot_websocket", protocols.godot,
                     HEURISTIC_ENABLE);
  heur_dissector_add("sctp", heuristic_data_channel, "Godot Multiplayer over WebRTC", "godot_data_channel",
                     protocols.godot, HEURISTIC_ENABLE);
  for (const char* table : tables) {
    for (std::size_t i = 0; i < std::size(generations); ++i) {
      dissector_add_for_decode_as(table,
                                  create_dissector_handle(generations[i].dissector, protocols_of_generations[i]));
    }
  }
}

}  // namespace godot::plugin
