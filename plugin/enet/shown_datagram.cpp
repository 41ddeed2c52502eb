// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/shown_datagram.h"

#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/enet/codec.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/statistics.h"
#include "plugin/facts/message_costs.h"
#include "plugin/facts/shown_problem.h"

namespace godot::plugin::enet {
namespace {

using analysis::enet::ChecksumStatus;
using analysis::enet::CommandCosts;
using analysis::enet::ProblemFindings;

static_assert(static_cast<int>(ChecksumStatus::bad) == PROTO_CHECKSUM_E_BAD &&
              static_cast<int>(ChecksumStatus::good) == PROTO_CHECKSUM_E_GOOD &&
              static_cast<int>(ChecksumStatus::unverified) == PROTO_CHECKSUM_E_UNVERIFIED);
LEFT_BY_LONGJMP(ShownDatagram, ShownDatagram::DatagramView::Sink, ShownDatagram::DatagramView::Items, View,
                CommandCosts, ProblemFindings, plugin::ProblemPlace, DatagramTap);

/// The costs of a datagram that is alone in its frame, if they are needed. Those of fragments are reported with their
/// message, in another frame.
CommandCosts costs_of(const View& view, bool with_tree) {
  const engine::EnetDatagram& its = view.its;
  const bool has_fragments = plugin::is_first_pass(view.pinfo) && capture().parts_of(its.record) != nullptr;
  const bool wanted = with_tree || has_fragments || (view.needed.godot && plugin::costs_wanted(view.tree));
  const bool is_alone = wanted && (!plugin::may_share_frame(view.pinfo) || plugin::is_alone(view.pinfo));
  if (!is_alone || !its.reading.has_commands) return {};
  return {
      plugin::arena_of(view.pinfo), view.pinfo->fd->pkt_len, {its.reading, its.commands, view.commands.plain_size()}};
}

/// Adds sender and receiver, unless a message has added them.
void add_ends_of_game(const View& view, proto_tree* tree) {
  const analysis::enet::Stream* stream = view.its.stream();
  if (view.needed.godot && plugin::ends_wanted(tree) && !plugin::ends_added(view.pinfo))
    plugin::add_ends(tree, view.tvb, view.pinfo,
                     stream != nullptr ? plugin::ends_of(view.pinfo, stream->link, view.its.from_client())
                                       : plugin::ports_as_ends(view.pinfo));
}

}  // namespace

ShownDatagram::ShownDatagram(const View& view, bool with_tree)
    : view_(view),
      info_(view.pinfo),
      collector_(view.its.is_quoted ? nullptr : view.needed.collector),
      datagram_(*this, view.its, collector_, costs_of(view, with_tree)) {}

bool ShownDatagram::decompresses() { return preferences::decompress(); }

plugin::EpanItems ShownDatagram::output(const Buffer& bytes, const char* /*title*/) const {
  const bool is_plain = view_.commands.decompressed && bytes.captured.data() == view_.commands.bytes.captured.data();
  return {is_plain ? view_.commands.tvb : view_.tvb, 0, view_.pinfo, nullptr};
}

void ShownDatagram::show(bool with_tree) {
  if (with_tree) {
    datagram_.read_into(view_.tree);
  } else {
    datagram_.read();
    if (view_.its.reading.has_commands) add_ends_of_game(view_, view_.tree);
  }
  finish();
}

void ShownDatagram::found(const Command& command, const ProblemFindings& findings) {
  const DatagramView::Sink* sink = datagram_.sink();
  plugin::show_problems({.pinfo = view_.pinfo,
                         .tree = sink != nullptr ? sink->tree() : nullptr,
                         .item = sink != nullptr ? sink->item() : nullptr,
                         .tvb = view_.commands.tvb,
                         .start = static_cast<int>(command.begin),
                         .facts_item = facts().item(),
                         .route = facts().route()},
                        findings);
}

/// The problems of the datagram as a whole, and the ends.
void ShownDatagram::shown(proto_tree* tree, proto_item* item) {
  if (view_.its.analysis() != nullptr && !view_.its.is_quoted) {
    ProblemFindings findings(arena());
    analysis::enet::judge(view_.its.sender, *view_.its.record, findings);
    plugin::show_problems({.pinfo = view_.pinfo,
                           .tree = tree,
                           .item = item,
                           .tvb = view_.tvb,
                           .start = 0,
                           .facts_item = nullptr,
                           .route = facts().route()},
                          findings);
  }
  add_ends_of_game(view_, tree);
  add_ends(tree, view_.tvb, view_.pinfo);
}

void ShownDatagram::finish() {
  const Problem& problem = datagram_.result().problem;
  const Reading& reading = view_.its.reading;
  const bool cut = reading.datagram.captured.size() < reading.datagram.reported;
  if (!reading.has_header) info_.add(cut ? "" : "[Malformed]");
  else if (!reading.has_commands) info_.add("Compressed commands");
  else if (problem && problem.code != Problem::Code::cut) info_.add("[Malformed]");
  info_.finish();
  datagram_.finish();
  if (!view_.its.is_quoted && statistics.wanted()) tap();
  if (!view_.its.is_quoted && cut) plugin::throw_cut(view_.tvb);
}

void ShownDatagram::tap() const {
  const Reading& reading = view_.its.reading;
  const Problem& problem = datagram_.result().problem;
  const Stream* stream = view_.its.stream();
  const auto* datagram = new (wmem_alloc(view_.pinfo->pool, sizeof(DatagramTap)))
      DatagramTap{.size = reading.datagram.reported,
                  .header_size = reading.header.size,
                  .plain = view_.commands.plain_size(),
                  .compression = reading.plain.compression,
                  .commands = reading.reader_in(view_.commands.bytes),
                  .analysis = view_.its.analysis(),
                  .malformed = !reading.has_header || (problem && problem.code != Problem::Code::cut),
                  .stream = stream != nullptr && stream->numbered ? stream->link.number : CONV_ID_UNSET,
                  .is_first = view_.ordinal == 0};
  statistics.queue(view_.pinfo, datagram);
}

void show(const View& view) {
  const plugin::Demand& needed = view.needed;
  const bool with_tree = needed.enet || needed.experts || needed.problems;
  // Statistics of protocols count items.
  if (!with_tree && needed.protocols)
    proto_tree_add_item(view.tree, plugin::protocols.enet, view.tvb, 0, plugin::to_end(view.tvb), ENC_NA);
  ShownDatagram(view, with_tree).show(with_tree);
}

}  // namespace godot::plugin::enet
