// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/reading.h"

#include <algorithm>
#include <optional>

#include "analysis/account/message_facts.h"
#include "analysis/annotation/annotator.h"
#include "analysis/annotation/leaf_listener.h"
#include "analysis/annotation/list_line.h"
#include "analysis/learning/recognition.h"
#include "analysis/learning/sink_fan_out.h"
#include "analysis/problems/table.h"
#include "codec/core/number.h"
#include "plugin/core/arena.h"
#include "plugin/core/buffer.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/needed_items.h"
#include "plugin/core/objects.h"
#include "plugin/core/plain_texts.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_sink.h"
#include "plugin/core/time.h"
#include "plugin/core/tree_sink.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/multiplayer/message_items.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/peer_table.h"
#include "plugin/multiplayer/state.h"
#include "plugin/multiplayer/statistics.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

using analysis::annotation::Annotator;
using analysis::annotation::Context;
using analysis::annotation::LeafListener;
using analysis::annotation::Leaves;
using analysis::annotation::Summary;

LEFT_BY_LONGJMP(LeafListener<TreeSink>, LeafListener<TextSink>, analysis::Learner, analysis::SinkFanOut,
                analysis::account::Builder, analysis::account::MessageFacts, Context, Leaves);

/// Reads plain values directly from their bytes, if their fields are not needed.
class PlainValues final : public multiplayer::PacketSink {
 public:
  /// `size`: of the message. `lines`: texts are needed.
  PlainValues(packet_info* pinfo, std::size_t size, const multiplayer::KnownValue& known, Annotator& annotator,
              bool lines)
      : pinfo_(pinfo), annotator_(annotator), texts_(pinfo, size, display()), known_(known), lines_(lines) {}

  Offset plain_value(const multiplayer::PlainValue& value) override {
    const Offset end = end_of_good(value, known_);
    if (end == 0) return 0;  // the text would end at the problem
    annotator_.value({.role = value.role,
                      .index = value.index,
                      .begin = value.options.begin,
                      .end = end,
                      .text = lines_ ? texts_.text(value.bytes, value.options) : "",
                      .type = variant::type_of(value.bytes, value.options).data(),
                      .item = nullptr});
    return end;
  }

  bool short_value(const multiplayer::ShortValue& value) override {
    if (texts_.longest() < max_number_text) return false;  // the text may be too long
    const char* text = value.number != 0 ? "true" : "false";
    if (!value.is_bool) {
      auto* digits = static_cast<char*>(wmem_alloc(pinfo_->pool, max_number_text + 1));
      *write_int(value.number, digits) = '\0';
      text = digits;
    }
    annotator_.value({.role = value.role,
                      .index = value.index,
                      .begin = value.begin,
                      .end = value.end,
                      .text = text,
                      .type = value.is_bool ? "bool" : "int",
                      .item = nullptr});
    return true;
  }

 private:
  packet_info* pinfo_;
  Annotator& annotator_;
  PlainTexts texts_;
  multiplayer::KnownValue known_;
  bool lines_;
};
LEFT_BY_LONGJMP(PlainValues);

// --- Facts ----------------------------------------------------------------------------------------------------------

/// The message's facts, which its transport may have begun; null: not needed.
analysis::facts::Item* begin_facts(Collector* collector, const packet_info* pinfo, const analysis::Message& message,
                                   const Buffer& bytes) {
  if (collector == nullptr) return nullptr;
  const bool has_transport_item = collector->current != nullptr;
  analysis::facts::Item& item =
      collector->message(pinfo, analysis::facts::fact_of(message.link->transport), bytes.reported, 0);
  if (!has_transport_item) {
    item.mode = multiplayer::mode_of(message.delivery);
    item.channel = message.channel;
    item.again = message.earlier;
  }
  return &item;
}

/// A message while it is read.
struct Reading {
  UpperMessage upper;  ///< the message for the protocol above
  UpperClaim claim;    ///< which has it
  analysis::MultiplayerLink& link;
  const Needs& needs;
  multiplayer::KnownValue known;
  multiplayer::Result result = {};
  proto_item* root = nullptr;  ///< null: without items

  [[nodiscard]] const analysis::Message& message() const noexcept { return upper.message; }
  [[nodiscard]] packet_info* pinfo() const noexcept { return upper.pinfo; }
  [[nodiscard]] bool cut() const noexcept { return result.problem.code == Problem::Code::cut; }
  [[nodiscard]] bool malformed() const noexcept { return result.problem && !cut(); }
};

/// Adds to a message's facts the results at the end of its walk.
void end_facts(analysis::account::MessageFacts& facts, const Reading& reading) {
  analysis::facts::Item& item = *reading.upper.facts_item;
  item.malformed = reading.malformed();
  facts.finish();
  if (reading.claim.upper != nullptr && !item.malformed)
    reading.claim.upper->add_parts(reading.upper, reading.claim.found, *reading.needs.collector, item);
  facts.identify();
}

// --- Showing --------------------------------------------------------------------------------------------------------

/// Passes the message's line to Follow, and its texts to its facts. `problem`: the packet list's word for its problem;
/// null: none.
void pass_texts_on(const Reading& reading, const Annotator& annotator, const char* problem) {
  packet_info* pinfo = reading.pinfo();
  const analysis::Message& message = reading.message();
  const Summary& summary = annotator.summary();
  const bool is_followed = message.line != nullptr && (follows_sync() || !summary.is_sync);
  analysis::facts::Item* item = reading.upper.facts_item;
  analysis::facts::Texts* texts = item != nullptr ? reading.needs.collector->texts(*item) : nullptr;
  if (!is_followed && texts == nullptr) return;
  const Ends ends = ends_of(pinfo, message, annotator.route());
  if (is_followed)
    *message.line = analysis::annotation::follow_line(ends.from, ends.to, summary, problem, reading.malformed(),
                                                      reading.upper.host.arena);
  if (texts == nullptr) return;
  const Ends hop = ends_of(pinfo, *message.link, message.from_client);
  *texts = {
      .text = summary.text, .from = hop.from, .to = hop.to, .source = ends.from, .receiver = ends.to, .of_game = true};
}

/// Adds a message's items that are not from the walk. `tree` may be null: expert information can be listed without one.
void add_rest(const Reading& reading, proto_tree* tree, const Annotator& annotator) {
  packet_info* pinfo = reading.pinfo();
  tvbuff_t* tvb = reading.upper.tvb;
  proto_tree* own = proto_item_get_subtree(reading.root);
  if (ends_wanted(tree))
    add_ends(own != nullptr ? own : tree, tvb, pinfo, ends_of(pinfo, reading.message(), annotator.route()));
  show_project_faults(pinfo, tree != nullptr ? tree->last_child : nullptr);
  show_projects(pinfo, tvb, own, reading.link,
                reading.link.begins_with({.frame = pinfo->num, .index = reading.message().index}));
  if (!bridge::visible(tree) || tree->last_child == nullptr) return;
  const Summary& summary = annotator.summary();
  append_label(tree->last_child, {", ", summary.way, *summary.way != '\0' ? "  " : "", summary.text});
}

void count(const Reading& reading, const Annotator& annotator) {
  packet_info* pinfo = reading.pinfo();
  const Summary& summary = annotator.summary();
  const analysis::Route& route = annotator.route();
  auto* tap = wmem_new(pinfo->pool, MessageTap);
  *tap = {.kind = summary.kind,
          .node = summary.node,
          .member = summary.member,
          .size = reading.upper.bytes.reported,
          .malformed = reading.malformed(),
          .ends = ends_of(pinfo, reading.message(), route),
          .is_news = state().counted_hops.is_news({.source = route.source_id,
                                                   .hop_source = reading.link.peers.id(reading.upper.from),
                                                   .relayed = route.relayed})};
  tap_message(pinfo, tap);
}

/// The single walk of a message. `tree`: where items go; null: nowhere. `items`: null if the message is not shown.
void walk(Reading& reading, const char* evidence, proto_tree* tree, analysis::SinkFanOut& sinks, MessageItems* items,
          Leaves& leaves) {
  const Buffer& bytes = reading.upper.bytes;
  const multiplayer::Options& options = reading.upper.options;
  if (items == nullptr) {
    reading.result = multiplayer::validate(bytes, options, sinks);
    return;
  }
  packet_info* pinfo = reading.pinfo();
  const variant::Dialect& dialect = multiplayer::dialect_of(options);
  const bool is_followed = reading.message().line != nullptr;
  const bool lines = reading.needs.columns || is_followed || reading.needs.problems;
  const std::size_t size = bytes.captured.size();
  if (tree == nullptr && !objects::wanted()) {
    TextSink sink(pinfo, size, display(), dialect, *items);
    LeafListener listener(sink, leaves, watches_in_use(), lines, display().max_elements);
    // An upper protocol has a line of its own.
    const bool writes = reading.claim.upper == nullptr || reading.upper.facts_item != nullptr || is_followed;
    PlainValues values(pinfo, size, reading.known, items->annotator, writes);
    // Watches and hooks need the leaves.
    if (!watches_in_use() && !hooks_in_use()) sinks.read_values_by(values);
    reading.result = multiplayer::walk_values(bytes, options, listener, &sinks);
    return;
  }
  TreeSink sink(reading.upper.tvb, 0, size, pinfo, tree, display(), dialect, evidence, items);
  LeafListener listener(sink, leaves, watches_in_use(), lines, display().max_elements);
  items->show_in(&sink);
  reading.result = multiplayer::walk(bytes, options, listener, &sinks);
  items->show_in(nullptr);
  reading.root = sink.root_item();
}

/// Shows the results of the walk: columns, lines, the other items. `problem`: of the protocol above; null: none.
void show(const Reading& reading, proto_tree* tree, proto_tree* shown, const Annotator& annotator,
          const char* problem) {
  packet_info* pinfo = reading.pinfo();
  const analysis::Message& message = reading.message();
  const Summary& summary = annotator.summary();
  if (summary.problem != nullptr) problem = summary.problem;
  problem = analysis::problems::word_of(problem != nullptr ? problem : message.problem);
  const analysis::annotation::PeerTexts peers = peer_texts(pinfo);
  const analysis::Route& route = annotator.route();
  show_columns(pinfo, summary,
               {.problem = problem,
                .last_way = message.last_way,
                .from = shows_sender(pinfo, summary) ? peers.sender(message, route, pinfo->srcport) : nullptr,
                .to = has_column(pinfo, "godot.to") ? peers.receiver(message, route, pinfo->destport) : nullptr,
                .wrong_project = has_wrong_project(pinfo, reading.link),
                .malformed = reading.malformed(),
                .again = is_copy(message),
                .earlier = message.earlier});
  pass_texts_on(reading, annotator, problem);
  if (is_copy(message)) {
    if (reading.needs.items)
      proto_tree_add_protocol_format(tree, protocols.godot, reading.upper.tvb, 0, to_end(reading.upper.tvb),
                                     "Godot Multiplayer, again: %s", summary.text);
    return;
  }
  add_rest(reading, shown, annotator);
  if (statistics_wanted() && !message.earlier) count(reading, annotator);
  if (reading.cut()) end_of_capture(reading.upper.tvb, pinfo, tree);
}

}  // namespace

Needs needs_of(packet_info* pinfo, proto_tree* tree, const analysis::Message& message, bool learns) {
  Needs needs{};
  needs.items = tree != nullptr && (hooks_in_use() || fields_wanted(tree));
  needs.columns = columns_wanted(pinfo);
  needs.collector = collector(pinfo);
  needs.problems = needs.collector != nullptr && needs.collector->with_problems;
  needs.shown = needs.items || needs.columns || experts_wanted(tree) || statistics_wanted() || hooks_in_use() ||
                needs.problems || objects::wanted() || message.line != nullptr || (learns && !peer_table().empty());
  needs.read = needs.shown || learns || needs.collector != nullptr;
  return needs;
}

void read_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                  const Buffer& bytes, const multiplayer::Options& recognised, const multiplayer::KnownValue& known,
                  const Needs& needs, const analysis::Arrival* arrival) {
  multiplayer::Options options = recognised;
  analysis::MultiplayerLink& link = *message.link->godot;
  const analysis::End from = sender(message);
  const std::int64_t time = absolute_time(pinfo);
  Reading reading = {.upper = {{.message = message,
                                .memory = state().memory,
                                .peers = link.peers,
                                .from = from,
                                .frame = pinfo->num,
                                .time = time,
                                .bytes = bytes,
                                .options = options,
                                .known = known,
                                .host = host_of(pinfo)},
                               tvb,
                               pinfo},
                     .claim = {},
                     .link = link,
                     .needs = needs,
                     .known = known};
  reading.claim = upper_of(reading.upper, arrival != nullptr);
  const UpperClaim& claim = reading.claim;
  if (claim.upper != nullptr) reading.known = claim.upper->known_value(claim.found);
  const char* evidence = analysis::settle_dialect(options, link, preferred_dialect(), pinfo->num);
  analysis::account::Builder account({.state = state(),
                                      .link = link,
                                      .message = message,
                                      .from = from,
                                      .frame = pinfo->num,
                                      .time = time,
                                      .size = bytes.reported,
                                      .peer_names = wanted_peer_names()},
                                     reading.upper.host);
  analysis::facts::Item* facts_item = begin_facts(needs.collector, pinfo, message, bytes);
  game_projects().ask_of(link, from);

  analysis::SinkFanOut sinks;
  std::optional<analysis::Learner> learner;
  std::optional<analysis::account::MessageFacts> facts;
  Leaves leaves;
  std::optional<Context> context;
  std::optional<MessageItems> items;
  if (arrival != nullptr)
    sinks.add(learner.emplace(state().memory, state().peer_names, link.peers, from, *arrival), true);
  // The learner does its own lookups.
  if (facts_item != nullptr || needs.shown) sinks.add(account);
  if (facts_item != nullptr) sinks.add(facts.emplace(account, bytes, *needs.collector, *facts_item), true);
  if (needs.shown) {
    context.emplace(Context{.account = account,
                            .peer_names = state().peer_names,
                            .projects = game_projects(),
                            .leaves = leaves,
                            .naming_rows = peer_table(),
                            .facts = facts_item != nullptr ? needs.collector : nullptr,
                            .item = facts_item,
                            .generation = multiplayer::dialect_of(options).generation,
                            .text_limit = display().text_limit,
                            .captured = static_cast<std::uint32_t>(bytes.captured.size()),
                            .sender_port = pinfo->srcport,
                            .first_pass = pinfo->fd->visited == 0,
                            .lists_all_nodes = message.line != nullptr && follows_all_nodes(),
                            .has_library = claim.upper != nullptr,
                            .watched = watches_in_use(),
                            .exports = objects::wanted()});
    sinks.add(items.emplace(tvb, pinfo, multiplayer::dialect_of(options), *context).annotator);
  }

  // Hides a retransmission, so that its calls are not counted again.
  proto_tree* shown = needs.items && !is_copy(message) ? tree : nullptr;
  walk(reading, evidence, shown, sinks, items ? &*items : nullptr, leaves);
  reading.upper.facts_item = facts_item;
  if (facts) end_facts(*facts, reading);
  if (!items) return;
  UpperLine line{};
  if (claim.upper != nullptr) {
    line = claim.upper->show(reading.upper, claim.found, shown);
    if (line.text != nullptr) items->annotator.is_about(line.text);
  }
  show(reading, tree, shown, items->annotator, line.problem);
}

}  // namespace godot::plugin
