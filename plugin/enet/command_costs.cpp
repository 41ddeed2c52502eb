// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/command_costs.h"

#include "analysis/facts/attribution.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/needed_items.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/upper.h"
#include "plugin/facts/costs.h"

namespace godot::enet::dissector {

LEFT_BY_LONGJMP(CommandCosts);

bool message_costs_wanted(proto_tree* tree) {
  // The protocol of these fields is referenced if one of them is.
  return plugin::godot_wanted(tree) && (plugin::costs_wanted(tree) || upper().costs_wanted(tree));
}

CommandCosts::CommandCosts(packet_info* pinfo, const Reading& reading, const Commands& commands) {
  analysis::facts::Envelope envelope;
  envelope.size = reading.datagram.reported;
  envelope.header = static_cast<std::uint32_t>(reading.header.size);
  analysis::facts::Item** end = &envelope.items;
  std::uint32_t all = 0;
  const auto add = [&](std::uint32_t header, std::uint32_t payload) {
    *end = new (wmem_alloc(pinfo->pool, sizeof(analysis::facts::Item))) analysis::facts::Item{};
    (*end)->own = payload;
    (*end)->protocol = header;
    end = &(*end)->next;
    all += header + payload;
  };
  CommandReader reader = commands.reader(reading.header);
  for (Command command; reader.next(command);)
    add(command.payload_begin - command.begin, command.has_payload() ? command.payload_length : 0);
  const std::uint32_t plain = commands.decompressed ? commands.plain_size() : envelope.size - envelope.header;
  if (plain > all && !(commands.decompressed && reading.is_padded())) add(0, plain - all);
  analysis::facts::Frame frame;
  frame.length = pinfo->fd->pkt_len;
  frame.envelopes = &envelope;
  analysis::facts::attribute(frame);
  next_ = envelope.items;
}

analysis::facts::Cost CommandCosts::next() noexcept {
  if (next_ == nullptr) return {};
  const analysis::facts::Cost cost = next_->cost;
  next_ = next_->next;
  return cost;
}

void add_cost(proto_tree* tree, tvbuff_t* tvb, Offset begin, const analysis::facts::Cost& cost, bool has_message) {
  using plugin::EnetField;
  if (cost.total() == 0) return;
  const auto add = [&](EnetField field, std::uint32_t bytes) {
    return plugin::add_generated_number(tree, plugin::header_field(field), {tvb, static_cast<int>(begin)}, bytes);
  };
  const auto add_hidden = [&](EnetField field, std::uint32_t bytes) {
    if (plugin::hidden_item_wanted(tree, plugin::header_field(field))) plugin::hide(add(field, bytes));
  };
  if (has_message) add_hidden(EnetField::enet_cost_total, cost.total());
  else add(EnetField::enet_cost_total, cost.total());
  // The tree shows what it is the difference of.
  add_hidden(EnetField::enet_cost_overhead, cost.total() - cost.own);
}

}  // namespace godot::enet::dissector
