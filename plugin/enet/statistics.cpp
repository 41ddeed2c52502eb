// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/statistics.h"

#include "analysis/enet/shown/derived.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/register/conversation_tables.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/enet/codec.h"

namespace godot::plugin::enet {

namespace {

// --- Conversations, endpoints ---------------------------------------------------------------------------------------

constexpr plugin::ConversationFields end_fields = {"enet.source", "enet.destination", "enet.source_or_destination"};

plugin::ConversationSample sample_of(packet_info* pinfo, const DatagramTap& datagram) {
  const Ends ends = ends_of(pinfo);
  return {.from = ends.from, .to = ends.to, .stream = datagram.stream, .bytes = static_cast<int>(pinfo->fd->pkt_len)};
}

/// Counts a frame's bytes once.
using EndTables = plugin::ConversationTables<end_fields, DatagramTap, sample_of, &DatagramTap::is_first>;

}  // namespace

Ends ends_of(packet_info* pinfo) {
  return {plugin::end_text(pinfo, pinfo->src, pinfo->srcport), plugin::end_text(pinfo, pinfo->dst, pinfo->destport)};
}

void add_ends(proto_tree* tree, tvbuff_t* tvb, packet_info* pinfo) {
  using analysis::EnetField;
  if (tree == nullptr) return;
  // Hidden as Wireshark's udp.port is: the tree of IP and UDP shows both ends already.
  const auto wanted = [&](EnetField field) { return plugin::hidden_item_wanted(tree, plugin::header_field(field)); };
  const bool either = wanted(EnetField::enet_source_or_destination);
  const bool source = wanted(EnetField::enet_source);
  const bool destination = wanted(EnetField::enet_destination);
  if (!either && !source && !destination) return;
  const Ends ends = ends_of(pinfo);
  const auto add = [&](EnetField field, const char* text) { plugin::add_hidden(tree, field, {tvb}, text); };
  if (source) add(EnetField::enet_source, ends.from);
  if (destination) add(EnetField::enet_destination, ends.to);
  if (!either) return;
  for (const char* end : {ends.from, ends.to}) add(EnetField::enet_source_or_destination, end);
}

void register_statistics() {
  statistics.register_tree();
  const int protocol = plugin::protocols.enet;
  EndTables::register_tables(protocol);
  plugin::register_response_times<DatagramTap>(protocol, nullptr);
}

}  // namespace godot::plugin::enet
