// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/reading.h"

#include <algorithm>
#include <new>
#include <optional>

#include "analysis/game/learning/recognition.h"
#include "analysis/game/learning/sink_fan_out.h"
#include "analysis/message/account/message_facts.h"
#include "analysis/message/annotation/annotator.h"
#include "analysis/message/annotation/leaf_listener.h"
#include "analysis/message/annotation/list_line.h"
#include "analysis/message/annotation/plain_values.h"
#include "analysis/problems/table.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/labels.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/core/tree/outermost_values.h"
#include "plugin/core/tree/tree_sink.h"
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
using PlainValues = analysis::annotation::PlainValues<PlainTexts>;
using analysis::annotation::Summary;

LEFT_BY_LONGJMP(LeafListener<TreeSink>, LeafListener<TextSink>, analysis::Learner, analysis::SinkFanOut,
                analysis::account::Builder, analysis::account::MessageFacts, Context, Leaves, PlainValues);

// --- Facts ----------------------------------------------------------------------------------------------------------

/// The message's facts, which its transport may have begun; null: not needed.
analysis::facts::Item* begin_facts(Collector* collector, const packet_info* pinfo, const analysis::Message& message,
                                   const Buffer& bytes) {
  if (collector == nullptr) return nullptr;
  const bool has_transport_item = collector->current != nullptr;
  analysis::facts::Item& item =
      collector->message(pinfo, analysis::facts::fact_of(message.link->transport), bytes.reported, 0);
  if (message.link->transport == analysis::Transport::mirror) {
    // A record of the mirror is alone in its frame, and has no addresses: its connection is that of its two peers.
    analysis::facts::Envelope& envelope = *collector->frame().envelopes;
    envelope.link = static_cast<std::uint32_t>(std::max(message.link->godot->number, 0));
    envelope.from_client = message.from_client;
    item.counted_elsewhere = state().doubles.counted_in(frame_number(pinfo)) != 0;
  }
  if (!has_transport_item) {
    const analysis::Completeness* capture = message.link->capture;
    if (collector->frame().envelopes != nullptr && capture != nullptr)
      collector->frame().envelopes->lacks = capture->lacks_in != 0;
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
  multiplayer::KnownValue known = {};  ///< by that protocol
  const char* evidence = nullptr;      ///< of the dialect of its Variants
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
  const bool has_text = item != nullptr && (!summary.is_sync || reading.needs.states);
  analysis::facts::Texts* texts = has_text ? reading.needs.collector->texts(*item) : nullptr;
  if (texts != nullptr) texts->text = summary.text;
  const bool is_drawn = texts != nullptr && reading.needs.collector->with_ends;
  if (!is_followed && !is_drawn) return;
  const Ends ends = ends_of(pinfo, message, annotator.route());
  if (is_followed)
    *message.line = analysis::annotation::follow_line(ends.from, ends.to, summary, problem, reading.malformed(),
                                                      reading.upper.host.arena);
  if (!is_drawn) return;
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
                reading.link.begins_with({.frame = frame_number(pinfo), .index = reading.message().index}));
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

/// True for a Sync of 4.x: it has no arguments, and nothing for libraries of games but that a frame was cut.
bool is_state(const Buffer& bytes, const multiplayer::Options& options) {
  return options.api == multiplayer::Api::scene && options.carrier == multiplayer::Carrier::none &&
         !bytes.captured.empty() &&
         multiplayer::command_type(options.api, bytes.captured[0]) == multiplayer::CommandType::sync;
}

/// The single walk of a message, for texts.
multiplayer::Result walk_texts(const Reading& reading, analysis::SinkFanOut& sinks, MessageItems& items, Leaves& leaves,
                               bool lines) {
  const Buffer& bytes = reading.upper.bytes;
  packet_info* pinfo = reading.pinfo();
  const std::size_t size = bytes.captured.size();
  TextSink sink(pinfo, size, display(), multiplayer::dialect_of(reading.upper.options), items);
  LeafListener listener(sink, leaves, reading.needs.watches, lines, display().max_elements);
  const UpperClaim& claim = reading.claim;
  const bool has_own_line = claim.upper != nullptr && claim.upper->has_line(claim.found);
  const bool writes = !has_own_line || reading.upper.facts_item != nullptr || reading.message().line != nullptr;
  static analysis::items::NumberTexts known_texts;
  PlainValues values(items.annotator, reading.upper.host.arena,
                     PlainTexts(arena_of(pinfo), size, display(), &known_texts), reading.known, writes);
  // Watches and hooks need the leaves.
  if (!reading.needs.watches && !hooks_in_use()) sinks.read_values_by(values);
  return multiplayer::walk_values(bytes, reading.upper.options, listener, &sinks);
}

/// The single walk of a message, for items below `tree`; null: only for objects.
multiplayer::Result walk_tree(Reading& reading, proto_tree* tree, analysis::SinkFanOut& sinks, MessageItems& items,
                              Leaves& leaves, bool lines) {
  const Buffer& bytes = reading.upper.bytes;
  TreeSink sink({reading.upper.tvb, 0, reading.pinfo(), tree}, bytes.captured.size(), display(),
                multiplayer::dialect_of(reading.upper.options), reading.evidence, &items);
  LeafListener listener(sink, leaves, reading.needs.watches, lines, display().max_elements);
  items.show_in(&sink);
  const multiplayer::Result result = multiplayer::walk(bytes, reading.upper.options, listener, &sinks);
  items.show_in(nullptr);
  reading.root = sink.root_item();
  return result;
}

void weigh(const Reading& reading) {
  const analysis::Message& message = reading.message();
  analysis::weigh_reading(state(), message, {.frame = frame_number(reading.pinfo()), .index = message.index},
                          reading.malformed(), reading.result.command);
}

/// With a field: as JSON, a protocol without any would be a text, and no object.
void show_copy(tvbuff_t* tvb, proto_tree* tree, const char* text) {
  proto_item* item =
      proto_tree_add_protocol_format(tree, protocols.godot, tvb, 0, to_end(tvb), "Godot Multiplayer, again: %s", text);
  proto_tree* below = proto_item_add_subtree(item, subtree(MultiplayerField::godot_again));
  add_generated_boolean(below, header_field(MultiplayerField::godot_again), {tvb, 0, 0}, true);
}

/// Shows the results of the walk: the protocol above, columns, lines, the other items.
void show(const Reading& reading, proto_tree* tree, proto_tree* shown, Annotator& annotator) {
  const UpperClaim& claim = reading.claim;
  UpperLine line;
  if (claim.upper != nullptr) line = claim.upper->show(reading.upper, claim.found, shown);
  if (line.text != nullptr) annotator.is_about(line.text);
  packet_info* pinfo = reading.pinfo();
  const analysis::Message& message = reading.message();
  const Summary& summary = annotator.summary();
  const char* kind = summary.problem != nullptr ? summary.problem
                     : line.problem != nullptr  ? line.problem
                                                : message.problem;
  const char* problem = analysis::problems::word_of(kind);
  if (reading.needs.columns) {
    const analysis::annotation::PeerTexts peers = peer_texts(pinfo);
    const analysis::Route& route = annotator.route();
    const EndColumns columns = end_columns(pinfo);
    // The first line of a frame begins with its sender: before the way of a relayed one, unless a column shows it.
    const bool shows_sender = lacks_sender(summary) && !columns.from;
    show_columns(pinfo, summary,
                 {.problem = problem,
                  .last_way = message.last_way,
                  .from = shows_sender ? peers.sender(message, route, pinfo->srcport) : nullptr,
                  .to = columns.to ? peers.receiver(message, route, pinfo->destport) : nullptr,
                  .wrong_project = has_wrong_project(pinfo, reading.link),
                  .malformed = reading.malformed(),
                  .again = message.is_copy(),
                  .earlier = message.earlier});
  }
  pass_texts_on(reading, annotator, problem);
  if (message.is_copy()) {
    if (reading.needs.items) show_copy(reading.upper.tvb, tree, summary.text);
    return;
  }
  add_rest(reading, shown, annotator);
  if (statistics_wanted() && !message.earlier && state().doubles.counted_in(frame_number(pinfo)) == 0)
    count(reading, annotator);
  if (reading.cut()) end_of_capture(reading.upper.tvb, pinfo, tree);
}

}  // namespace

Needs needs_of(packet_info* pinfo, proto_tree* tree, const analysis::Message& message, bool learns,
               const Needed& needed) {
  Needs needs{};
  needs.items = tree != nullptr && (hooks_in_use() || needed.items);
  needs.columns = columns_wanted(pinfo);
  needs.collector = needed.collector;
  needs.objects = objects::wanted();
  needs.watches = watches_in_use();
  needs.problems = needs.collector != nullptr && needs.collector->with_problems;
  // The last ones are looked up.
  needs.shown = needs.items || needs.columns || needed.experts || needs.problems || needs.objects ||
                message.line != nullptr || (learns && !peer_table().empty()) || hooks_in_use() || statistics_wanted();
  needs.states = needs.items || needs.columns || message.line != nullptr ||
                 (needs.collector != nullptr && needs.collector->with_states);
  needs.read = needs.shown || learns || needs.collector != nullptr;
  return needs;
}

void read_message(const TreePlace& place, const analysis::Message& message, const Buffer& bytes,
                  const analysis::MessageBegin& begin, const Needs& needs, const analysis::Arrival& arrival) {
  packet_info* pinfo = place.pinfo;
  multiplayer::Options options = begin.options;
  analysis::MultiplayerLink& link = *message.link->godot;
  const analysis::End from = sender(message);
  const std::int64_t time = absolute_time(pinfo);
  Reading reading = {.upper = {{.message = message,
                                .memory = state().memory,
                                .peers = link.peers,
                                .from = from,
                                .frame = frame_number(pinfo),
                                .time = time,
                                .bytes = bytes,
                                .options = options,
                                .host = host_of(pinfo)},
                               place.tvb,
                               pinfo},
                     .claim = {},
                     .link = link,
                     .needs = needs};
  const bool is_cut = pinfo->fd->cap_len < pinfo->fd->pkt_len;
  const bool states_only = is_state(bytes, options);
  if (!states_only || is_cut) reading.claim = upper_of(reading.upper, begin.learns);
  const UpperClaim& claim = reading.claim;
  if (claim.upper != nullptr) reading.known = claim.upper->known_value(claim.found);
  reading.evidence = analysis::settle_dialect(options, link, preferred_dialect(), frame_number(pinfo));
  analysis::account::Builder account({.state = state(),
                                      .link = link,
                                      .message = message,
                                      .from = from,
                                      .frame = frame_number(pinfo),
                                      .time = time,
                                      .size = bytes.reported,
                                      .peer_names = wanted_peer_names()},
                                     reading.upper.host);
  analysis::facts::Item* facts_item = begin_facts(needs.collector, pinfo, message, bytes);
  reading.upper.facts_item = facts_item;
  game_projects().ask_of(link, from);

  analysis::SinkFanOut sinks;
  std::optional<analysis::Learner> learner;
  analysis::account::MessageFacts* facts = nullptr;
  if (begin.learns)
    sinks.add(learner.emplace(state().memory, state().peer_names, link.peers, from, arrival), !states_only);
  // The learner does its own lookups.
  if (facts_item != nullptr || needs.shown) sinks.add(account);
  if (facts_item != nullptr) {
    using analysis::account::MessageFacts;
    facts =
        new (wmem_alloc(pinfo->pool, sizeof(MessageFacts))) MessageFacts(account, bytes, *needs.collector, *facts_item);
    sinks.add(*facts, true);
  }
  if (!needs.shown) {
    reading.result = multiplayer::validate(bytes, options, sinks);
    if (begin.learns) weigh(reading);
    if (facts != nullptr) end_facts(*facts, reading);
    return;
  }
  Leaves leaves;
  const Context context = {.account = account,
                           .peer_names = state().peer_names,
                           .projects = game_projects(),
                           .leaves = leaves,
                           .naming_rows = peer_table(),
                           .facts = facts_item != nullptr ? needs.collector : nullptr,
                           .item = facts_item,
                           .generation = multiplayer::dialect_of(options).generation,
                           .text_limit = display().text_limit,
                           .bytes = bytes.captured,
                           .precision = options.precision,
                           .sender_port = pinfo->srcport,
                           .first_pass = is_first_pass(pinfo),
                           .lists_all_nodes = message.line != nullptr && follows_all_nodes(),
                           .shows_states = needs.states,
                           .has_library = claim.upper != nullptr,
                           .watched = needs.watches,
                           .exports = needs.objects};
  MessageItems items(place.tvb, pinfo, multiplayer::dialect_of(options), context);
  sinks.add(items.annotator);

  // Hides a retransmission, so that its calls are not counted again.
  proto_tree* shown = needs.items && !message.is_copy() ? place.tree : nullptr;
  const bool lines = needs.columns || message.line != nullptr || needs.problems;
  reading.result = shown == nullptr && !needs.objects ? walk_texts(reading, sinks, items, leaves, lines)
                                                      : walk_tree(reading, shown, sinks, items, leaves, lines);
  if (begin.learns) weigh(reading);
  if (facts != nullptr) end_facts(*facts, reading);
  show(reading, place.tree, shown, items.annotator);
}

}  // namespace godot::plugin
