// SPDX-License-Identifier: GPL-2.0-or-later

#include "analysis/enet/shown/derived.h"
#include "plugin/core/epan/layer.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/ports.h"
#include "plugin/enet/datagram.h"
#include "plugin/enet/follow.h"
#include "plugin/enet/fragment_reassembly.h"
#include "plugin/enet/open_capture.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/statistics.h"
#include "plugin/facts/demand.h"

namespace godot::plugin::enet {
namespace {

LEFT_BY_LONGJMP(plugin::Demand);

dissector_handle_t locked_handle;
dissector_handle_t known_handle;
dissector_handle_t chosen_handle;
dissector_handle_t chosen_record_handle;

// --- What Wireshark calls -------------------------------------------------------------------------------------------

bridge::Bool heuristic_udp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_datagram(tvb, pinfo, tree, {.later = locked_handle}) != 0;
}
bridge::Bool heuristic_record(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_datagram(tvb, pinfo, tree, {.carrier = Carrier::record}) != 0;
}
/// `data`: what is needed in the tree.
int dissect_known_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  return dissect_datagram(tvb, pinfo, tree, {.needed = static_cast<const plugin::Demand*>(data)});
}
/// Without a protocol for Wireshark, which then neither counts nor lists a layer: most packets need no list.
int dissect_locked_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  static protocol_t* const protocol = find_protocol_by_id(plugin::protocols.enet);
  if (proto_is_protocol_enabled(protocol) == 0) return 0;
  plugin::Demand needed = plugin::demand_in(tree);
  if (needed.has_items()) return call_dissector_only(known_handle, tvb, pinfo, tree, &needed);
  return plugin::in_counted_layer(pinfo, protocol,
                                  [&] { return dissect_datagram(tvb, pinfo, tree, {.needed = &needed}); });
}
int dissect_chosen_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_chosen(tvb, pinfo, tree, Carrier::udp);
}
int dissect_chosen_record(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_chosen(tvb, pinfo, tree, Carrier::record);
}

bridge::Bool has_stream(packet_info* pinfo BRIDGE_FILTER_DATA) {
  return proto_is_frame_protocol(pinfo->layers, "enet");
}

/// The filter of the first stream in the displayed packet.
char* filter_of_stream(packet_info* pinfo BRIDGE_FILTER_DATA) {
  const Stream* stream = first_stream(pinfo);
  return stream != nullptr ? g_strdup_printf("enet.stream eq %u", stream->link.number) : nullptr;
}

/// Moves the registration of ports to those of the preference.
void apply_preferences() {
  static range_t* registered = nullptr;
  plugin::move_ports("udp.port", registered, preferences::udp_ports(), chosen_handle);
}

}  // namespace

void register_enet() {
  const int protocol = protocols.enet;
  register_rows<analysis::EnetField, analysis::EnetExpert, analysis::problems::Enet>();
  enet::register_preferences(apply_preferences);
  constexpr int no_protocol = -1;
  locked_handle = create_dissector_handle(dissect_locked_datagram, no_protocol);
  known_handle = create_dissector_handle(dissect_known_datagram, protocol);
  chosen_handle = register_dissector("enet", dissect_chosen_datagram, protocol);
  chosen_record_handle = create_dissector_handle(dissect_chosen_record, protocol);
  register_payload();
  register_reassembly();
  enet::register_statistics();
  register_follow_of_enet();
  register_init_routine(reset_capture);
  bridge::register_stream_filter("enet", "ENet", has_stream, filter_of_stream);
}

void hand_off_enet() {
  const int protocol = protocols.enet;
  heur_dissector_add("udp", heuristic_udp, "ENet over UDP", "enet_udp", protocol, HEURISTIC_ENABLE);
  heur_dissector_add("dtls", heuristic_record, "ENet over DTLS", "enet_dtls", protocol, HEURISTIC_ENABLE);
  dissector_add_for_decode_as("udp.port", chosen_handle);
  dissector_add_for_decode_as("dtls.port", chosen_record_handle);
  apply_preferences();
  payload_handoff();
}

}  // namespace godot::plugin::enet
