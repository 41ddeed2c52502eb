// SPDX-License-Identifier: GPL-2.0-or-later
// The debugger's messages on streams, and as messages of a WebSocket.
#include <algorithm>

#include "analysis/streams/debugger/derived.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/segments.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/ports.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/debugger/debugger_message.h"
#include "plugin/debugger/debugger_state.h"
#include "plugin/debugger/follow.h"

namespace godot::plugin::debug {
namespace {

using debugger::Extent;

dissector_handle_t known_handle;
dissector_handle_t port_handle;
dissector_handle_t chosen_handle;

ClaimedPorts ports;

// --- Bytes ---------------------------------------------------------------------------------------------------------

/// Checks for a debugger's bytes. `is_port`: on one of its ports, where less proof is enough.
Claim claim_stream(tvbuff_t* tvb, packet_info* pinfo, bool is_port) {
  if (is_quoted(pinfo)) return Claim::no;
  const Buffer stream = buffer_of(tvb, 0);
  const bool first_pass = is_first_pass(pinfo);
  const auto has_refused = [pinfo] {
    const Conversation* conversation = conversation_of(pinfo);
    return conversation != nullptr && conversation->known->refused;
  };
  const engine::DebugClaim claim = engine::claim_debugger(stream, is_port, has_refused);
  if (claim.is_proven) return Claim::yes;
  if (first_pass && claim.waits && want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return Claim::wait;
  if (claim.suffices) return Claim::yes;
  // The refusal is stored only for ports that would otherwise wait.
  if (first_pass && is_port && !stream.captured.empty()) begin_conversation(pinfo)->known->refused = true;
  return Claim::no;
}

/// Dissects a segment of a conversation that is known or chosen by the user. Returns 0 if it has no messages.
int dissect_debug_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, bool insists) {
  if (is_quoted(pinfo)) return 0;
  Conversation* conversation = begin_conversation(pinfo);
  const int end = static_cast<int>(tvb_captured_length(tvb));
  for (int offset = 0; offset < end;) {
    const Buffer stream = buffer_of(tvb, offset);
    const bool is_first = offset == 0;
    const Extent extent = engine::debug_extent(stream, *conversation->known, insists);
    const bool apart = pinfo->can_desegment == 0 && !is_cut(tvb);
    const Buffer units = apart ? debugger::whole_units(stream) : Buffer{};
    // If segments are not joined, a unit in two of them is lost, with the message that it belongs to.
    if (apart && units.captured.empty())
      conversation->known->keep_run(place_of(pinfo), direction_of(*conversation, pinfo, {}), {});
    if (extent.status == Extent::Status::none || (apart && units.captured.empty())) {
      return is_first && !insists ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    Buffer message = engine::debug_front(stream, extent);
    Parts parts = Parts::whole;
    if (apart) {
      message = units;
      parts = Parts::as_they_come;
    } else if (extent.status == Extent::Status::more) {
      // The length of a run is not known in advance, and TCP joins only the requested number of bytes.
      const std::uint32_t missing = extent.run ? DESEGMENT_ONE_MORE_SEGMENT : extent.missing;
      if (want_more(tvb, offset, pinfo, missing)) return end;
    }
    if (is_first) col_clear(pinfo->cinfo, COL_INFO);
    offset += dissect_debug_message({tvb, offset, pinfo, tree}, message, *conversation, true, parts);
  }
  return end;
}

/// Dissects a message if it or its conversation is proven to be a debugger's. Returns 0 if not.
int dissect_debug_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (is_quoted(pinfo)) return 0;
  const Buffer message = buffer_of(tvb, 0);
  if (!engine::is_debug_message(message, [pinfo] { return conversation_of(pinfo); })) return 0;
  col_clear(pinfo->cinfo, COL_INFO);
  return dissect_debug_message({tvb, 0, pinfo, tree}, message, *begin_conversation(pinfo), false, Parts::whole);
}

// --- What Wireshark calls -------------------------------------------------------------------------------------------

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
