// SPDX-License-Identifier: GPL-2.0-or-later
// The dissectors of `godot.variant`: datagrams, length-prefixed streams and messages of other protocols.
#include <array>

#include "analysis/streams/values/derived.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/ports.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/variant/lone_values.h"
#include "plugin/variant/stream_of_values.h"
#include "plugin/variant/value_conversations.h"
#include "plugin/variant/value_dissector.h"

namespace godot::plugin {
namespace {

dissector_handle_t datagram_handle;
StreamHandles stream_handles;

// --- What Wireshark calls -----------------------------------------------------------------------------------------

bridge::Bool heuristic_udp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return message_heuristic(tvb, pinfo, tree, datagram_handle);
}
bridge::Bool heuristic_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return !is_quoted(pinfo) && message_heuristic(tvb, pinfo, tree, nullptr);
}
bridge::Bool heuristic_tcp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  return stream_heuristic(tvb, pinfo, tree, static_cast<const tcpinfo*>(data), stream_handles);
}
bridge::Bool heuristic_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return stream_heuristic(tvb, pinfo, tree, nullptr, {});
}

/// Conversations locked by the heuristics.
int dissect_known_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_message(tvb, pinfo, tree, {});
}
int dissect_found_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  return dissect_known_stream(tvb, pinfo, tree, static_cast<const tcpinfo*>(data));
}
int dissect_stream_to_be(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  return dissect_early_stream(tvb, pinfo, tree, static_cast<const tcpinfo*>(data), stream_handles);
}

/// Ports of the preference, and Decode As.
int dissect_chosen_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_message(tvb, pinfo, tree, {.dialect = nullptr, .insists = true});
}
/// WebSocket passes text messages, too: leaves payloads that do not begin like a Variant to other dissectors.
int dissect_chosen_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  begin_conversation(pinfo)->recognition.accept();
  return dissect_message(tvb, pinfo, tree, {});
}
int dissect_chosen_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_stream(tvb, pinfo, tree, nullptr, {.dialect = nullptr, .insists = true});
}

/// Decode As with a dialect.
template <variant::Generation generation>
int dissect_datagram_as(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_message(tvb, pinfo, tree, {.dialect = &variant::dialect(generation), .insists = true});
}
template <variant::Generation generation>
int dissect_stream_as(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_stream(tvb, pinfo, tree, nullptr, {.dialect = &variant::dialect(generation), .insists = true});
}

struct DecodeAs {
  const char* name;
  const char* filter;
  dissector_t datagram;
  dissector_t stream;
};
constexpr DecodeAs decode_as_rows[] = {
    {"Godot Variant (Godot 2)", "godot.variant.as_godot2", dissect_datagram_as<variant::Generation::godot2>,
     dissect_stream_as<variant::Generation::godot2>},
    {"Godot Variant (Godot 3)", "godot.variant.as_godot3", dissect_datagram_as<variant::Generation::godot3>,
     dissect_stream_as<variant::Generation::godot3>},
    {"Godot Variant (Godot 4)", "godot.variant.as_godot4", dissect_datagram_as<variant::Generation::godot4>,
     dissect_stream_as<variant::Generation::godot4>},
    {"Godot Variant (Redot)", "godot.variant.as_redot", dissect_datagram_as<variant::Generation::redot>,
     dissect_stream_as<variant::Generation::redot>},
    {"Godot Variant (Redot's document)", "godot.variant.as_redot_docs",
     dissect_datagram_as<variant::Generation::redot_docs>, dissect_stream_as<variant::Generation::redot_docs>},
};
std::array<int, std::size(decode_as_rows)> decode_as_protocols;

struct Heuristic {
  const char* list;
  heur_dissector_t dissector;
  const char* title;
  const char* name;
};
constexpr Heuristic heuristics[] = {
    {"udp", heuristic_udp, "Godot Variant over UDP", "godot_variant_udp"},
    {"dtls", heuristic_message, "Godot Variant over DTLS", "godot_variant_dtls"},
    {"ws", heuristic_message, "Godot Variant over WebSocket", "godot_variant_websocket"},
    {"tcp", heuristic_tcp, "Godot Variant over TCP", "godot_variant_tcp"},
    {"tls", heuristic_stream, "Godot Variant over TLS", "godot_variant_tls"},
};

struct PortTable {
  const char* name;
  bool is_stream;
};
constexpr PortTable decode_as_tables[] = {
    {"udp.port", false}, {"dtls.port", false}, {"tcp.port", true}, {"tls.port", true}};

dissector_handle_t chosen_datagram_handle;
dissector_handle_t chosen_message_handle;
dissector_handle_t chosen_stream_handle;

/// Moves the registrations of ports to those of the preferences.
void apply_ports() {
  static struct {
    range_t* udp;
    range_t* tcp;
    range_t* websocket;
  } registered = {};
  const PortRanges wanted = port_ranges();
  move_ports("udp.port", registered.udp, wanted.udp, chosen_datagram_handle);
  // A connection that begins with HTTP is no stream of Variants, but may become a WebSocket.
  move_ports("ws.port", registered.websocket, wanted.tcp, chosen_message_handle);
  move_ports("tcp.port", registered.tcp, wanted.tcp, chosen_stream_handle);
}

}  // namespace
void register_variant() {
  register_rows<analysis::VariantField, analysis::VariantExpert>();
  register_preferences();
  datagram_handle = create_dissector_handle(dissect_known_datagram, protocols.variant);
  stream_handles = {.certain = create_dissector_handle(dissect_found_stream, protocols.variant),
                    .early = create_dissector_handle(dissect_stream_to_be, -1)};
  chosen_datagram_handle = register_dissector("godot.variant", dissect_chosen_datagram, protocols.variant);
  chosen_message_handle = create_dissector_handle(dissect_chosen_message, protocols.variant);
  chosen_stream_handle = register_dissector("godot.variant.stream", dissect_chosen_stream, protocols.variant);
  for (std::size_t i = 0; i < std::size(decode_as_rows); ++i) {
    const DecodeAs& row = decode_as_rows[i];
    decode_as_protocols[i] =
        proto_register_protocol_in_name_only(row.name, row.name, row.filter, protocols.variant, FT_PROTOCOL);
  }
  register_statistics_of_values();
}

void hand_off_variant() {
  for (const Heuristic& row : heuristics) {
    heur_dissector_add(row.list, row.dissector, row.title, row.name, protocols.variant, HEURISTIC_ENABLE);
  }
  for (const PortTable& table : decode_as_tables) {
    dissector_add_for_decode_as(table.name, table.is_stream ? chosen_stream_handle : chosen_datagram_handle);
    for (std::size_t i = 0; i < std::size(decode_as_rows); ++i) {
      const DecodeAs& row = decode_as_rows[i];
      dissector_add_for_decode_as(
          table.name, create_dissector_handle(table.is_stream ? row.stream : row.datagram, decode_as_protocols[i]));
    }
  }
  when_ports_change(apply_ports);
}

}  // namespace godot::plugin
