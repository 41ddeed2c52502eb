// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/items.h"

#include "analysis/enet/shown/derived.h"
#include "analysis/enet/shown/items.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"

namespace godot::plugin::enet {
namespace {

using analysis::EnetExpert;
using analysis::EnetField;
using analysis::enet::ConnectionItems;
using analysis::enet::Item;
using analysis::enet::Items;

LEFT_BY_LONGJMP(Items, ConnectionItems);

void add_items(proto_tree* tree, const plugin::ItemRange& range, const Items& items) {
  for (const Item& item : items) plugin::add_derived(tree, item, range);
}

proto_tree* add_subtree(proto_tree* tree, const plugin::ItemRange& range, EnetField row, const char* label) {
  proto_item* item = plugin::add_derived(tree, row, range, {});
  plugin::set_label(item, {label});
  return proto_item_add_subtree(item, plugin::subtree(row));
}

}  // namespace

void add_stream(proto_tree* tree, const View& view) {
  const plugin::ItemRange range = {view.tvb};
  const Stream& stream = *view.stream();
  plugin::add_derived(tree, EnetField::enet_stream, range, stream.link.number);
  const ConnectionItems found = connection_items(stream, view.record->direction, plugin::frame_number(view.pinfo));
  proto_tree* below = tree;
  if (found.frame == 0) {
    below = add_subtree(tree, range, found.heading, found.label.data());
  } else {
    proto_item* link = plugin::add_derived(tree, found.heading, range, found.frame);
    plugin::append_label(link, {found.label.data()});
    if (bridge::visible(tree)) below = proto_item_add_subtree(link, plugin::subtree(found.heading));
  }
  add_items(below, range, found.below);
}

void add_analysis(const CommandNode& node, const Command& command, const analysis::enet::Finding& finding,
                  const analysis::enet::Sender& sender) {
  const Items items = analysis::enet::analysis_items(finding);
  if (items.begin() == items.end() && finding.events == 0) return;
  const plugin::ItemRange range = {node.tvb, static_cast<int>(command.begin),
                                   static_cast<int>(command.payload_begin - command.begin)};
  add_items(add_subtree(node.tree, range, EnetField::enet_analysis, "Analysis"), range, items);
  const bool is_first_pass = plugin::is_first_pass(node.pinfo);
  const bool unsent = analysis::enet::is_unsent(sender, finding);
  const bool is_whole = sender.capture->whole();
  for (const EnetExpert row : analysis::enet::remarks_on(finding, sender, is_first_pass))
    expert_add_info(node.pinfo, node.item, plugin::expert(row));
  if (const char* because = analysis::enet::missing_because(finding, unsent, is_first_pass, is_whole);
      because != nullptr)
    plugin::add_expert(
        node.pinfo, node.item,
        plugin::expert(unsent ? EnetExpert::enet_analysis_never_sent : EnetExpert::enet_analysis_lost_command),
        {"Commands before this one were not seen", because});  // enet.analysis.missing has their numbers
}

void add_analysis(proto_tree* tree, proto_item* item, const View& view, std::uint32_t other_side_in) {
  const Items items = analysis::enet::analysis_items(*view.analysis(), other_side_in);
  if (items.begin() == items.end() && !view.analysis()->overtaken) return;
  const plugin::ItemRange range = {view.tvb};
  add_items(add_subtree(tree, range, EnetField::enet_analysis, "Analysis"), range, items);
  if (view.analysis()->overtaken && view.sender.capture->in_order())
    expert_add_info(view.pinfo, item, plugin::expert(EnetExpert::enet_analysis_overtaken));
}

}  // namespace godot::plugin::enet
