// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/view.h"

#include "analysis/enet/shown/command_costs.h"
#include "analysis/enet/shown/items.h"
#include "analysis/enet/shown/labels.h"
#include "analysis/message/items/field_sink.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/enet/capture.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/commands.h"
#include "plugin/enet/header_items.h"
#include "plugin/enet/info_text.h"
#include "plugin/enet/items.h"
#include "plugin/enet/message_protocol.h"
#include "plugin/enet/messages.h"
#include "plugin/enet/statistics.h"
#include "plugin/facts/costs.h"
#include "plugin/facts/problem.h"

namespace godot::plugin::enet {
namespace {

using analysis::enet::CommandCosts;
using analysis::enet::ProblemFindings;
using TreeBuilder = analysis::items::FieldSink<EpanItems>;
LEFT_BY_LONGJMP(TreeBuilder, ProblemFindings, plugin::ProblemPlace);

/// True if costs of the game's messages are needed, and no item of ENet's.
bool message_costs_wanted(const View& view) {
  return view.needed.godot && (plugin::costs_wanted(view.tree) || message_protocol().costs_wanted(view.tree));
}

/// The costs of a datagram that is alone in its frame, if they are needed. Those of fragments are reported with their
/// message, in another frame.
CommandCosts costs_of(const View& view, bool with_tree) {
  const bool has_fragments = plugin::is_first_pass(view.pinfo) && capture().parts_of(view.record) != nullptr;
  const bool wanted = with_tree || has_fragments || message_costs_wanted(view);
  const bool is_alone = wanted && (!plugin::may_share_frame(view.pinfo) || plugin::is_alone(view.pinfo));
  if (!is_alone || !view.reading.has_commands) return {};
  return {plugin::arena_of(view.pinfo),
          view.pinfo->fd->pkt_len,
          {view.reading, view.commands.list, view.commands.plain_size()}};
}

/// True if the command carries a message, not a part of one.
bool has_whole_message(const Command& command) {
  return command.has_payload() && command.type != CommandType::send_fragment &&
         command.type != CommandType::send_unreliable_fragment;
}

/// Adds sender and receiver, unless a message has added them.
void add_ends_of_game(const View& view, proto_tree* tree) {
  if (view.needed.godot && plugin::ends_wanted(tree) && !plugin::ends_added(view.pinfo))
    plugin::add_ends(tree, view.tvb, view.pinfo,
                     view.stream() != nullptr
                         ? message_protocol().ends(view.pinfo, view.stream()->link, view.from_client())
                         : plugin::ports_as_ends(view.pinfo));
}

void label_datagram(const View& view, proto_item* item, std::uint32_t commands) {
  if (view.stream() != nullptr) {
    const analysis::Link& link = view.stream()->link;
    plugin::append_label(item,
                         {", stream ", link.number, link.has_handshake ? ", " : ", probably ",
                          analysis::enet::words_for_sender(view.from_client(), message_protocol().is_mesh(link))});
  }
  if (view.reading.has_commands) plugin::append_label(item, {", ", commands, commands == 1 ? " command" : " commands"});
}

/// Walks the commands of a datagram, with or without a tree.
class Viewer final : public CommandSink {
 public:
  Viewer(const View& view, bool with_tree)
      : view_(view),
        commands_(view.commands),
        info_(view.pinfo),
        context_(view),
        collector_(view.quoted ? nullptr : view.needed.collector),
        facts_(collector_, view.reading, view.record, view.sender, context_, context_),
        costs_(costs_of(view, with_tree)),
        findings_(view.analysis()),
        messages_(view, context_, commands_.tvb, facts_, collector_, info_) {}

  void show_with_tree() {
    const Reading& reading = view_.reading;
    TreeBuilder builder({view_.tvb, 0, view_.pinfo, nullptr}, view_.tree);
    builder_ = &builder;
    result_ =
        walk(reading.datagram, {.checksum = reading.header.has_checksum, .make = reading.header.make}, builder, this);
    proto_item* item = builder.closed();
    proto_tree* tree = proto_item_get_subtree(item);
    if (reading.header.compressed && reading.has_header) add_compression(tree, item, view_);
    if (commands_.decompressed) walk_decompressed(tree);
    add_findings(tree, item);
    if (bridge::visible(tree)) label_datagram(view_, item, result_.commands);
    add_ends_of_game(view_, tree);
    add_ends(tree, view_.tvb, view_.pinfo);
    builder_ = nullptr;
  }

  void show_without_tree() {
    if (view_.reading.has_commands) {
      result_.problem = commands_.list.each([this](const Command& next) { command(next); });
      add_ends_of_game(view_, view_.tree);
    }
  }

  void finish() {
    const Problem& problem = result_.problem;
    const Reading& reading = view_.reading;
    const bool cut = reading.datagram.captured.size() < reading.datagram.reported;
    if (!reading.has_header) info_.add(cut ? "" : "[Malformed]");
    else if (!reading.has_commands) info_.add("Compressed commands");
    else if (problem && problem.code != Problem::Code::cut) info_.add("[Malformed]");
    info_.finish();
    // Padding before compression is not on the wire.
    facts_.finish(commands_.plain_size(), commands_.plain_size() != 0 && reading.is_padded() && !problem);
    if (!view_.quoted && is_tapped()) tap();
    if (!view_.quoted && cut) plugin::throw_cut(view_.tvb);
  }

  void header(const Header& header) override {
    proto_tree* tree = builder_->tree();
    if (bridge::visible(tree)) label_header(builder_->closed(), header);
    if (header.has_checksum) add_checksum(tree, view_, header);
    if (!header.compressed) add_no_compression(tree, view_.tvb);
    add_make(tree, view_.tvb, header);
    const Stream* stream = view_.stream();
    if (stream != nullptr && stream->numbered) add_stream(tree, view_);
  }

  bool command(const Command& command) override {
    const analysis::enet::Finding* finding = findings_.next();
    const analysis::facts::Cost cost = costs_.next();
    facts_.add(command, finding);
    CommandNode node = {.pinfo = view_.pinfo, .tree = nullptr, .item = nullptr, .tvb = commands_.tvb};
    if (builder_ != nullptr) {
      node.tree = builder_->tree();
      node.item = builder_->item();
      add_items(node, command, finding);
      const bool is_game = view_.stream() != nullptr && view_.stream()->link.godot != nullptr;
      add_cost(node, command.begin, cost, is_game && has_whole_message(command));
    }
    if (!view_.quoted && (builder_ != nullptr || facts_.wanted()) &&
        messages_.steps().may_have_problems(command, finding))
      report(node, command, finding);
    return messages_.take({.command = command, .finding = finding, .cost = cost},
                          builder_ != nullptr ? &node : nullptr);
  }

 private:
  void walk_decompressed(proto_tree* tree) {
    TreeBuilder builder({commands_.tvb, 0, view_.pinfo, nullptr}, tree);
    builder_ = &builder;
    result_ =
        walk_commands(commands_.bytes, view_.reading.header, {.padded = view_.reading.is_padded()}, builder, this);
    builder_ = nullptr;
  }

  /// Adds the findings and problems of the datagram as a whole.
  void add_findings(proto_tree* tree, proto_item* item) {
    if (view_.analysis() == nullptr) return;
    add_analysis(tree, item, view_, context_.other_side().in);
    if (view_.quoted) return;
    for (const analysis::EnetExpert row : analysis::enet::remarks_on(capture().completeness(), view_.record->frame))
      expert_add_info(view_.pinfo, item, plugin::expert(row));
    ProblemFindings found(plugin::arena_of(view_.pinfo));
    analysis::enet::judge(view_.sender, *view_.record, found);
    plugin::show_problems({.pinfo = view_.pinfo,
                           .tree = tree,
                           .item = item,
                           .tvb = view_.tvb,
                           .start = 0,
                           .facts_item = nullptr,
                           .route = facts_.route()},
                          found);
  }

  /// Reports a command's problems.
  void report(const CommandNode& node, const Command& command, const analysis::enet::Finding* finding) {
    ProblemFindings found(plugin::arena_of(view_.pinfo));
    messages_.steps().judge(command, finding, found);
    plugin::show_problems({.pinfo = view_.pinfo,
                           .tree = node.tree,
                           .item = node.item,
                           .tvb = node.tvb,
                           .start = static_cast<int>(command.begin),
                           .facts_item = facts_.item(),
                           .route = command.has_payload() ? nullptr : facts_.route()},
                          found);
  }

  /// Adds the label, the findings and the expert information of a command.
  void add_items(const CommandNode& node, const Command& command, const analysis::enet::Finding* finding) const {
    if (bridge::visible(node.tree)) label_command(node.item, command);
    if (finding != nullptr) add_analysis(node, command, *finding, view_.sender);
    announce_connection(node.pinfo, node.item, command);
  }

  void tap() {
    const Reading& reading = view_.reading;
    const Problem& problem = result_.problem;
    const Stream* stream = view_.stream();
    const auto* datagram = new (wmem_alloc(view_.pinfo->pool, sizeof(DatagramTap)))
        DatagramTap{.size = reading.datagram.reported,
                    .header_size = reading.header.size,
                    .plain = commands_.plain_size(),
                    .compression = reading.plain.compression,
                    .commands = reading.reader_in(commands_.bytes),
                    .analysis = view_.analysis(),
                    .malformed = !reading.has_header || (problem && problem.code != Problem::Code::cut),
                    .stream = stream != nullptr && stream->numbered ? stream->link.number : CONV_ID_UNSET,
                    .is_first = view_.ordinal == 0};
    tap_datagram(view_.pinfo, datagram);
  }

  const View& view_;
  const Commands& commands_;
  InfoText info_;
  DatagramContext context_;
  plugin::Collector* collector_;  // null: facts are not needed
  DatagramFacts facts_;
  CommandCosts costs_;
  analysis::enet::Findings findings_;
  Messages messages_;
  TreeBuilder* builder_ = nullptr;  // null: no items are wanted
  Result result_;
};
LEFT_BY_LONGJMP(Viewer, View, CommandCosts, DatagramFacts);

}  // namespace

void show(const View& view) {
  const plugin::Demand& needed = view.needed;
  const bool with_tree = needed.enet || needed.experts || needed.problems;
  // Statistics of protocols count items.
  if (!with_tree && needed.protocols)
    proto_tree_add_item(view.tree, plugin::protocols.enet, view.tvb, 0, plugin::to_end(view.tvb), ENC_NA);
  Viewer viewer(view, with_tree);
  if (with_tree) viewer.show_with_tree();
  else viewer.show_without_tree();
  viewer.finish();
}

}  // namespace godot::plugin::enet
