// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/command_items.h"

#include "analysis/enet/shown/derived.h"
#include "analysis/enet/shown/items.h"
#include "analysis/enet/shown/labels.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"

namespace godot::plugin::enet {

using analysis::EnetExpert;
using analysis::EnetField;

namespace {

LEFT_BY_LONGJMP(CommandNode);

/// Adds the fragments of the message that are not in the capture.
void add_missing(const CommandNode& node, const FragmentPart& part, int begin) {
  Fragmented& message = *part.message;
  const bool is_last = message.last_frame == plugin::frame_number(node.pinfo) && part.is_new;
  const char* missing = message.missing();
  if (missing == nullptr) return;
  proto_item* item = plugin::add_derived(node.tree, EnetField::enet_fragments_missing, {node.tvb, begin}, missing);
  if (is_last) {
    // The field enet.fragments_missing names those that are missing.
    expert_add_info(node.pinfo, item, plugin::expert(EnetExpert::enet_message_incomplete));
  }
}

}  // namespace

void label_command(proto_item* item, const Command& command) {
  analysis::enet::LabelText text;
  plugin::append_label(item, {analysis::enet::label_of(command, text)});
}

void announce_connection(packet_info* pinfo, proto_item* item, const Command& command) {
  for (const EnetExpert row : analysis::enet::remarks_on(command)) expert_add_info(pinfo, item, plugin::expert(row));
}

void add_fragment(const CommandNode& node, const Command& command, const FragmentPart& part) {
  const auto begin = static_cast<int>(command.payload_begin);
  proto_tree_add_item(node.tree, plugin::header_field(EnetField::enet_fragment_data), node.tvb, begin,
                      static_cast<int>(command.payload.size()), ENC_NA);
  const Fragmented& message = *part.message;
  if (!part.fits) {
    expert_add_info(node.pinfo, node.item, plugin::expert(EnetExpert::enet_fragment_mismatch));
    return;
  }
  const bool is_second_pass = !plugin::is_first_pass(node.pinfo);
  const bool completes = message.complete_in == plugin::frame_number(node.pinfo) && message.complete_at == part.command;
  if (message.complete_in != 0 && !completes && (is_second_pass || !part.is_new)) {
    plugin::add_derived(node.tree, EnetField::enet_reassembled_in, {node.tvb, begin}, message.complete_in);
  }
  if (message.complete_in == 0 && is_second_pass) add_missing(node, part, begin);
}

void add_cost(const CommandNode& node, Offset begin, const analysis::facts::Cost& cost, bool has_message) {
  const auto add = [&](EnetField field, std::uint32_t bytes, bool is_hidden) {
    plugin::add_derived<EnetField>(node.tree, {field, bytes, is_hidden}, {node.tvb, static_cast<int>(begin)});
  };
  if (cost.total() == 0) return;
  add(EnetField::enet_cost_total, cost.total(), has_message);
  // Hidden: it is the difference of two numbers that the tree shows.
  add(EnetField::enet_cost_overhead, cost.total() - cost.own, true);
}

}  // namespace godot::plugin::enet
