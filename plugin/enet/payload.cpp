// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/payload.h"

#include <cstdio>

#include "analysis/enet/shown/command_facts.h"
#include "analysis/enet/shown/derived.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/guarded_call.h"
#include "plugin/core/epan/layer.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/epan/saved_columns.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/core/tree/items.h"
#include "plugin/enet/codec.h"
#include "plugin/game/peer_labels.h"

namespace godot::plugin::enet {
namespace {

constexpr const char* channel_table_name = "enet.channel";

dissector_table_t channel_table;
heur_dissector_list_t heuristics;
dissector_handle_t listed_handle;

// The key for Decode As: the channel of the displayed packet.
constexpr std::uint32_t shown_channel_key = 1U << 16;

void channel_prompt(packet_info* pinfo, char* text) {
  std::snprintf(text, MAX_DECODE_AS_PROMPT_LEN, "ENet channel %u as", shown_channel(pinfo));
}
gpointer channel_value(packet_info* pinfo) { return GUINT_TO_POINTER(shown_channel(pinfo)); }

/// True if another dissector may be called. Each call adds a layer to the frame, and Wireshark reports frames with more
/// layers than a tree may have levels as a bug of the dissector.
bool has_room(const packet_info* pinfo) {
  constexpr unsigned reserve = 10;  // layers of one message; relays and hooks add more
  return wmem_list_count(pinfo->layers) + reserve < bridge::max_tree_depth();
}

/// Sets the channel of the messages displayed from now on.
void show_channel(packet_info* pinfo, unsigned channel) {
  plugin::in_frame<unsigned>(pinfo, plugin::protocols.enet, shown_channel_key) = channel;
}

struct Handing {
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_tree* tree;
  const analysis::Message* message;
  const plugin::Demand* needed;
  bool taken;
};
LEFT_BY_LONGJMP(Handing);

/// The dissector of the message's channel.
bool dissect_by_channel(const Handing& handing) {
  const plugin::SavedColumns columns(handing.pinfo);
  if (dissector_try_uint(channel_table, handing.message->channel, handing.tvb, handing.pinfo, handing.tree) != 0)
    return true;
  columns.restore();
  return false;
}

bool dissect_by_heuristics(const Handing& handing) {
  const plugin::SavedColumns columns(handing.pinfo);
  heur_dtbl_entry_t* entry = nullptr;
  if (dissector_try_heuristic(heuristics, handing.tvb, handing.pinfo, handing.tree, &entry, nullptr)) return true;
  columns.restore();
  return false;
}

bool dissect_last(const Handing& handing) {
  return dissect_by_heuristics(handing) ||
         message_protocol->dissect_last(handing.tvb, handing.pinfo, handing.tree, *handing.message);
}

/// A call of dissectors that may ask for the packet's layers.
struct Listed {
  const Handing& handing;
  bool (*call)(const Handing& handing);
};

/// `data` is a Listed.
int dissect_listed(tvbuff_t*, packet_info*, proto_tree*, void* data) {
  const auto& [handing, call] = *static_cast<const Listed*>(data);
  return call(handing) ? 1 : 0;
}

bool in_listed_layer(const Handing& handing, bool (*call)(const Handing& handing)) {
  if (proto_is_frame_protocol(handing.pinfo->layers, "enet") != 0) return call(handing);
  Listed listed = {handing, call};
  return plugin::in_listed_layer(handing.pinfo, listed_handle, handing.tvb, handing.tree, &listed);
}

void hand_on_unguarded(void* context) {
  auto& handing = *static_cast<Handing*>(context);
  const auto& [tvb, pinfo, tree, message, needed, taken] = handing;
  handing.taken = true;  // also after an exception
  const bool is_chosen = dissector_get_uint_handle(channel_table, message->channel) != nullptr;
  handing.taken = (is_chosen && in_listed_layer(handing, dissect_by_channel)) ||
                  message_protocol->dissect(tvb, pinfo, tree, *message, *needed) ||
                  in_listed_layer(handing, dissect_last);
}

/// A message from an exported file, without its datagram: `data` is the message.
int dissect_exported(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  const auto& message = *static_cast<const analysis::Message*>(data);
  const unsigned length = tvb_reported_length(tvb);
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "ENet");
  col_add_fstr(pinfo->cinfo, COL_INFO, "Message, %s, channel %u, %u bytes", analysis::enet::name_of(message.delivery),
               message.channel, length);
  proto_item* item = proto_tree_add_protocol_format(tree, plugin::protocols.enet, tvb, 0, plugin::to_end(tvb),
                                                    "ENet, message of stream %u, %s, channel %u", message.link->number,
                                                    analysis::enet::name_of(message.delivery), message.channel);
  proto_tree* own = proto_item_add_subtree(item, plugin::subtree(field::enet));
  plugin::add_derived(own, analysis::EnetField::enet_stream, {tvb}, message.link->number);
  plugin::add_derived(own, field::enet_channel, {tvb}, message.channel);
  const plugin::Demand needed = plugin::demand_of(pinfo, tree);
  const bool taken = hand_on(tvb, pinfo, tree, message, needed);
  if (!taken && length != 0)
    proto_tree_add_item(own, plugin::header_field(field::enet_payload), tvb, 0, plugin::to_end(tvb), ENC_NA);
  if (plugin::ends_wanted(own) && !plugin::ends_added(pinfo))
    plugin::add_ends(own, tvb, pinfo, plugin::ends_of(pinfo, *message.link, message.from_client));
  return static_cast<int>(tvb_captured_length(tvb));
}

}  // namespace

unsigned shown_channel(packet_info* pinfo) {
  const auto* channel = plugin::find_in_frame<unsigned>(pinfo, plugin::protocols.enet, shown_channel_key);
  return channel != nullptr ? *channel : 0;
}

bool hand_on(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
             const plugin::Demand& needed) {
  if (!has_room(pinfo)) {
    proto_tree_add_expert(tree, pinfo, plugin::expert(analysis::EnetExpert::enet_too_many_messages), tvb, 0,
                          plugin::to_end(tvb));
    return false;
  }
  if (bridge::visible(tree)) show_channel(pinfo, message.channel);
  Handing handing = {.tvb = tvb, .pinfo = pinfo, .tree = tree, .message = &message, .needed = &needed, .taken = false};
  plugin::guarded(hand_on_unguarded, &handing, tvb, pinfo, tree);
  return handing.taken;
}

void register_payload() {
  register_dissector("enet.message", dissect_exported, plugin::protocols.enet);
  listed_handle = create_dissector_handle(dissect_listed, plugin::protocols.enet);
  channel_table =
      register_dissector_table(channel_table_name, "ENet channel", plugin::protocols.enet, FT_UINT8, BASE_DEC);
  heuristics = register_heur_dissector_list("enet", plugin::protocols.enet);
  static build_valid_func values[] = {channel_value};
  static decode_as_value_t value = {channel_prompt, 1, values};
  static decode_as_t decode_as = {"enet",
                                  channel_table_name,
                                  1,
                                  0,
                                  &value,
                                  nullptr,
                                  nullptr,
                                  decode_as_default_populate_list,
                                  decode_as_default_reset,
                                  decode_as_default_change,
                                  nullptr};
  register_decode_as(&decode_as);
}

void payload_handoff() {
  for (const char* name : {"godot.variant", "data", "json", "protobuf"}) {
    dissector_handle_t handle = find_dissector(name);
    if (handle != nullptr) dissector_add_for_decode_as(channel_table_name, handle);
  }
}

}  // namespace godot::plugin::enet
