// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/fact_texts.h"

#include <limits>
#include <new>

#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/peer_labels.h"

namespace godot::plugin {
namespace {

const char* name_of(analysis::facts::Names& names, packet_info* pinfo, const analysis::Peers& peers,
                    analysis::PeerId peer) {
  const char* name = peer > 0 ? peer_name(pinfo, peers, peer) : nullptr;
  if (name == nullptr) return nullptr;
  const char* known = names.of(name);
  return known != nullptr ? known : names.keep_for(name, utf8_text(pinfo, name));
}

}  // namespace

bool are_values_wanted(const Annotations& notes) {
  return notes.context.facts_item != nullptr && facts_texts_wanted(notes.context.pinfo);
}

void add_value(const Annotations& notes, const char* node, const char* member, const char* text) {
  if (node == nullptr || !are_values_wanted(notes)) return;
  analysis::facts::Item* item = notes.context.facts_item;
  auto& value = *new (wmem_alloc(notes.pool(), sizeof(analysis::facts::Value))) analysis::facts::Value{};
  value = {.next = item->values, .node = interned(node), .member = interned(member), .text = text};
  item->values = &value;
}

void add_peers(Collector& collector, analysis::facts::Item& item, packet_info* pinfo, const analysis::Peers& peers) {
  analysis::facts::Route& route = collector.route(item);
  const auto name = [&](analysis::PeerId peer) { return name_of(collector.names(), pinfo, peers, peer); };
  route.session = peers.session();
  route.source_name = name(route.source);
  const bool is_one = route.target >= 0 || route.target == std::numeric_limits<std::int32_t>::min();
  route.target_name = name(is_one ? route.target : -route.target);
  route.hop_target_name = route.hop_target == route.target ? route.target_name : name(route.hop_target);
}

}  // namespace godot::plugin
