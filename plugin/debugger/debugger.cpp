// SPDX-License-Identifier: GPL-2.0-or-later
#include "analysis/streams/debugger/derived.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/ports.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/debugger/debugger_message.h"
#include "plugin/debugger/debugger_state.h"
#include "plugin/debugger/debugger_stream.h"
#include "plugin/debugger/follow.h"

namespace godot::plugin::debug {
namespace {

dissector_handle_t known_handle;
dissector_handle_t port_handle;
dissector_handle_t chosen_handle;

ClaimedPorts ports;

/// Claims the later segments without checks.
int dissect_proven(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (is_first_pass(pinfo)) lock_conversation(pinfo, known_handle);
  return dissect_debug_stream(tvb, pinfo, tree, false);
}

/// Conversations with a proven protocol.
int debug_dissect_known(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_debug_stream(tvb, pinfo, tree, false);
}

/// The user has chosen the protocol in Decode As.
int debug_dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_debug_stream(tvb, pinfo, tree, true);
}

/// Ports of the preference: dissects a debugger's bytes, passes others to the port's former dissector.
int debug_dissect_port(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  switch (claim_stream(tvb, pinfo, true)) {
    case Claim::yes: return dissect_proven(tvb, pinfo, tree);
    case Claim::wait: return static_cast<int>(tvb_captured_length(tvb));
    case Claim::no: break;
  }
  // The debugger also speaks over WebSocket, which begins as HTTP: on these ports HTTP's heuristic must be called
  // explicitly.
  heur_dtbl_entry_t* http = find_heur_dissector_by_unique_short_name("http_tcp");
  if (http != nullptr && http->enabled && http->dissector(tvb, pinfo, tree, data))
    return static_cast<int>(tvb_captured_length(tvb));
  return ports.hand_to_neighbour(tvb, pinfo, tree, data);
}

bridge::Bool debug_heuristic_tcp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  switch (claim_stream(tvb, pinfo, false)) {
    case Claim::yes: return dissect_proven(tvb, pinfo, tree) != 0;
    case Claim::wait: return TRUE;
    case Claim::no: break;
  }
  return FALSE;
}

bridge::Bool debug_heuristic_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_debug_websocket(tvb, pinfo, tree) != 0;
}

}  // namespace

void register_debugger() {
  register_rows<analysis::DebuggerField, analysis::DebuggerExpert>();
  known_handle = create_dissector_handle(debug_dissect_known, protocols.debug);
  // A separate name, because Decode As lists a table's entries by name.
  const int by_proof = proto_register_protocol_in_name_only("Godot Debugger (if it is one)", "Godot Debugger (if)",
                                                            "godot.debug.if", protocols.debug, FT_PROTOCOL);
  port_handle = create_dissector_handle(debug_dissect_port, by_proof);
  chosen_handle = register_dissector("godot.debug", debug_dissect_chosen, protocols.debug);
  register_debug_messages();
  register_debug_follow();
}

void hand_off_debugger() {
  ports.begin(port_handle);
  // Wireshark calls the last registered heuristic first: a proven debugger is more specific than a stream of Variants.
  heur_dissector_add("tcp", debug_heuristic_tcp, "Godot Debugger over TCP", "godot_debug_tcp", protocols.debug,
                     HEURISTIC_ENABLE);
  heur_dissector_add("ws", debug_heuristic_websocket, "Godot Debugger over WebSocket", "godot_debug_websocket",
                     protocols.debug, HEURISTIC_ENABLE);
  dissector_add_for_decode_as("tcp.port", chosen_handle);
  when_ports_change([] { ports.move(port_ranges().debug); });
}

}  // namespace godot::plugin::debug
