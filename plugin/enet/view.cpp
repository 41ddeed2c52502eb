// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/view.h"

#include "analysis/enet/shown/command_costs.h"
#include "engine/enet/datagram_context.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/enet/capture.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/commands.h"
#include "plugin/enet/info_text.h"
#include "plugin/enet/messages.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/statistics.h"
#include "plugin/facts/costs.h"
#include "plugin/facts/problem.h"
#include "plugin/game/peer_labels.h"
#include "plugin/game/state.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin::enet {
namespace {

using analysis::enet::CommandCosts;
using analysis::enet::ProblemFindings;
static_assert(static_cast<int>(analysis::enet::ChecksumStatus::bad) == PROTO_CHECKSUM_E_BAD &&
              static_cast<int>(analysis::enet::ChecksumStatus::good) == PROTO_CHECKSUM_E_GOOD &&
              static_cast<int>(analysis::enet::ChecksumStatus::unverified) == PROTO_CHECKSUM_E_UNVERIFIED);
LEFT_BY_LONGJMP(TreeBuilder, TreeItems, ProblemFindings, plugin::ProblemPlace);

/// The costs of a datagram that is alone in its frame, if they are needed. Those of fragments are reported with their
/// message, in another frame.
CommandCosts costs_of(const View& view, bool with_tree) {
  const bool has_fragments = plugin::is_first_pass(view.pinfo) && capture().parts_of(view.record) != nullptr;
  const bool wanted = with_tree || has_fragments || (view.needed.godot && plugin::costs_wanted(view.tree));
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
                     view.stream() != nullptr ? plugin::ends_of(view.pinfo, view.stream()->link, view.from_client())
                                              : plugin::ports_as_ends(view.pinfo));
}

/// Walks the commands of a datagram, with or without a tree.
class Viewer final : public CommandSink {
 public:
  Viewer(const View& view, bool with_tree)
      : view_(view),
        commands_(view.commands),
        info_(view.pinfo),
        context_(*this),
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
    const TreeItems items(builder.output(), tree, item);
    if (reading.header.compressed && reading.has_header)
      items.compression(reading, preferences::decompress(), plugin::arena_of(view_.pinfo));
    if (commands_.decompressed) walk_decompressed(tree);
    add_findings(items, tree, item);
    const Stream* stream = view_.stream();
    items.label(stream, stream != nullptr && view_.from_client(),
                stream != nullptr && analysis::is_of_mesh(stream->link), reading.has_commands, result_.commands);
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
    const TreeItems items = items_of(*builder_);
    items.label(header, builder_->closed());
    // Programs may use another algorithm: then no checksum has matched so far.
    if (header.has_checksum)
      items.checksum(header, view_.conversation.is_crc ? analysis::enet::verify_checksum(view_.reading, view_.stream())
                                                       : analysis::enet::ChecksumVerdict{});
    if (!header.compressed) items.no_compression();
    items.make(header);
    const Stream* stream = view_.stream();
    if (stream != nullptr && stream->numbered)
      items.connection(*stream, record().direction, plugin::frame_number(view_.pinfo));
  }

  bool command(const Command& command) override {
    const analysis::enet::Finding* finding = findings_.next();
    const analysis::facts::Cost cost = costs_.next();
    facts_.add(command, finding);
    if (builder_ != nullptr) {
      const TreeItems items = items_of(*builder_);
      items.label(command);
      if (finding != nullptr) items.analysis(command, *finding, view_.sender, plugin::is_first_pass(view_.pinfo));
      items.remarks(analysis::enet::remarks_on(command));
      const bool is_game = view_.stream() != nullptr && view_.stream()->link.godot != nullptr;
      items.cost(command, cost, is_game && has_whole_message(command));
    }
    if (!view_.quoted && (builder_ != nullptr || facts_.wanted()) &&
        messages_.steps().may_have_problems(command, finding))
      report(command, finding);
    return messages_.take({.command = command, .finding = finding, .cost = cost}, builder_);
  }

  // --- The host of what its checks ask (engine/enet/datagram_context.h) ---
  [[nodiscard]] const Record& record() const { return *view_.record; }
  [[nodiscard]] const Conversation& pair() const { return view_.conversation; }
  [[nodiscard]] OtherSide other_side() const { return enet::other_side(record(), view_.pinfo); }
  static void refresh_names() { plugin::refresh_names(); }
  [[nodiscard]] analysis::annotation::PeerTexts peer_texts() const { return plugin::peer_texts(view_.pinfo); }
  [[nodiscard]] analysis::NamesInFrame names() const {
    return {.all = plugin::state().peer_names,
            .which = plugin::wanted_peer_names(),
            .frame = plugin::frame_number(view_.pinfo),
            .keep = plugin::interned};
  }
  [[nodiscard]] std::uint32_t sender_port() const { return view_.pinfo->srcport; }
  [[nodiscard]] std::uint32_t receiver_port() const { return view_.pinfo->destport; }
  [[nodiscard]] plugin::Collector* collection() const { return collector_; }

 private:
  void walk_decompressed(proto_tree* tree) {
    TreeBuilder builder({commands_.tvb, 0, view_.pinfo, nullptr}, tree);
    builder_ = &builder;
    result_ =
        walk_commands(commands_.bytes, view_.reading.header, {.padded = view_.reading.is_padded()}, builder, this);
    builder_ = nullptr;
  }

  /// Adds the findings and problems of the datagram as a whole.
  void add_findings(const TreeItems& items, proto_tree* tree, proto_item* item) {
    if (view_.analysis() == nullptr) return;
    items.analysis(*view_.analysis(), view_.sender, context_.other_side().in);
    if (view_.quoted) return;
    items.remarks(analysis::enet::remarks_on(capture().completeness(), view_.record->frame));
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
  void report(const Command& command, const analysis::enet::Finding* finding) {
    ProblemFindings found(plugin::arena_of(view_.pinfo));
    messages_.steps().judge(command, finding, found);
    plugin::show_problems({.pinfo = view_.pinfo,
                           .tree = builder_ != nullptr ? builder_->tree() : nullptr,
                           .item = builder_ != nullptr ? builder_->item() : nullptr,
                           .tvb = commands_.tvb,
                           .start = static_cast<int>(command.begin),
                           .facts_item = facts_.item(),
                           .route = command.has_payload() ? nullptr : facts_.route()},
                          found);
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
  engine::DatagramContext<Viewer> context_;
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
