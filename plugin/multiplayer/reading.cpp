// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/reading.h"

#include <algorithm>
#include <optional>

#include "analysis/account/message_facts.h"
#include "analysis/learning/recognition.h"
#include "analysis/learning/sink_fan_out.h"
#include "analysis/problems/table.h"
#include "codec/core/number.h"
#include "codec/variant/fields.h"
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
#include "plugin/multiplayer/annotator.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/peer_table.h"
#include "plugin/multiplayer/statistics.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

/// Forwards a walk to a TreeSink or a TextSink, and records the position of bytes, and the numbers of each outermost
/// value.
template <class Inner>
class Listener final : public Sink {
 public:
  /// `lines`: texts of properties' values are needed without a tree, too.
  Listener(Inner& inner, Leaves& leaves, bool lines) noexcept : inner_(inner), leaves_(leaves), lines_(lines) {}

  void open(Field field, Offset begin, const Value& value) override {
    if (is_value(field) && values_++ == 0) leaves_.numbers.count = 0;
    inner_.open(field, begin, value);
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    if (field == field::packed_bytes) leaves_.packed = {.range = {begin, length}, .seen = true};
    if (watched_ && values_ == 1) leaves_.numbers.add(field, value);
    inner_.leaf(field, begin, length, value);
  }
  void close(Field field, Offset end) override {
    if (is_value(field)) --values_;
    inner_.close(field, end);
  }
  void note(Note note, Offset begin, Offset length) override { inner_.note(note, begin, length); }
  void problem(const Problem& problem) override { inner_.problem(problem); }
  std::uint32_t wanted_elements(std::uint32_t count) override {
    const std::uint32_t most = display().max_elements;
    if (lines_ && values_ == 0) return most == 0 ? count : std::min(count, most);
    return inner_.wanted_elements(count);
  }

 private:
  static bool is_value(Field field) { return (info(field).flags & is_variant) != 0; }

  Inner& inner_;
  Leaves& leaves_;
  std::uint32_t values_ = 0;  ///< number of open values
  bool watched_ = watches_in_use();
  bool lines_;
};
LEFT_BY_LONGJMP(Listener<TreeSink>, Listener<TextSink>, analysis::Learner, analysis::SinkFanOut,
                analysis::account::Builder, analysis::account::MessageFacts);

/// Reads plain values directly from their bytes, if their fields are not needed.
class PlainValues final : public multiplayer::PacketSink {
 public:
  /// `size`: of the message. `lines`: texts are needed.
  PlainValues(packet_info* pinfo, std::size_t size, const multiplayer::KnownValue& known, ValueListener& listener,
              bool lines)
      : pinfo_(pinfo), listener_(listener), texts_(pinfo, size, display()), known_(known), lines_(lines) {}

  Offset plain_value(const multiplayer::PlainValue& value) override {
    const Offset end = end_of_good(value, known_);
    if (end == 0) return 0;  // the text would end at the problem
    listener_.value({.role = value.role,
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
    listener_.value({.role = value.role,
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
  ValueListener& listener_;
  PlainTexts texts_;
  multiplayer::KnownValue known_;
  bool lines_;
};
LEFT_BY_LONGJMP(PlainValues);

/// Sets the dialect by preference; returns the reason for the dialect.
const char* settle_dialect(multiplayer::Options& options, const analysis::MultiplayerLink& link,
                           const packet_info* pinfo) {
  const variant::Dialect* preferred = preferred_dialect();
  const bool fits = preferred != nullptr &&
                    (options.api == multiplayer::Api::named || preferred->generation == variant::Generation::redot);
  if (fits) {
    options.dialect = preferred;
    return "preference";
  }
  if (link.chosen) return "decode-as";
  return link.certain_in == pinfo->num ? "heuristic" : "conversation";
}

UpperMessage upper_message(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message, const Buffer& bytes,
                           const multiplayer::Options& options, const multiplayer::KnownValue& known,
                           analysis::facts::Item* facts_item = nullptr) {
  return {{.message = message,
           .memory = state().memory,
           .peers = message.link->godot->peers,
           .from = sender(message),
           .frame = pinfo->num,
           .time = absolute_time(pinfo),
           .bytes = bytes,
           .options = options,
           .known = known,
           .host = host_of(pinfo)},
          tvb,
          pinfo,
          facts_item};
}

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

/// Adds to a message's facts the results at the end of its walk. `upper`: the upper protocol's parse of the message.
void end_facts(analysis::account::MessageFacts& facts, const MessageContext& context, const UpperClaim& claim,
               const UpperMessage& upper, Collector& collector, const multiplayer::Result& result) {
  analysis::facts::Item& item = *context.facts_item;
  item.malformed = result.problem && result.problem.code != Problem::Code::cut;
  facts.finish();
  if (claim.upper != nullptr && !item.malformed) claim.upper->add_parts(upper, claim.found, collector, item);
  facts.name_peers(wanted_peer_names());
  const multiplayer::Recognition& recognition = context.link.recognition_of(context.from);
  if (!context.link.chosen && recognition.certain()) item.engine = recognition.engines(facts.confirm());
}

// --- Showing --------------------------------------------------------------------------------------------------------

/// Passes the message's line to Follow.
/// `problem`: the packet list's word for its problem; null: none.
void write_line(packet_info* pinfo, const analysis::Message& message, const Annotator& annotator, const char* problem,
                bool malformed) {
  if (!follows_sync() && annotator.summary().is_sync) return;
  const Ends ends = ends_of(pinfo, message, annotator.route());
  const char* mark = problem != nullptr ? wmem_strdup_printf(pinfo->pool, "[%s] ", problem) : "";
  *message.line = wmem_strdup_printf(pinfo->pool, "%s -> %s  %s%s%s", ends.from, ends.to, mark,
                                     annotator.summary().text, malformed ? " [Malformed]" : "");
}

/// Adds the message's texts to its facts.
void add_texts(Collector& collector, analysis::facts::Item& item, packet_info* pinfo, const analysis::Message& message,
               const Annotator& annotator) {
  analysis::facts::Texts* texts = collector.texts(item);
  if (texts == nullptr) return;
  const Ends hop = ends_of(pinfo, *message.link, message.from_client);
  const Ends ends = ends_of(pinfo, message, annotator.route());
  *texts = {.text = annotator.summary().text,
            .from = hop.from,
            .to = hop.to,
            .source = ends.from,
            .receiver = ends.to,
            .of_game = true};
}

/// Adds a message's items that are not from the walk. `tree` may be null: expert information can be listed without one.
void add_rest(const MessageContext& context, proto_tree* tree, proto_item* root, const Annotator& annotator) {
  if (ends_wanted(tree)) {
    proto_tree* own = proto_item_get_subtree(root);
    add_ends(own != nullptr ? own : tree, context.tvb, context.pinfo,
             ends_of(context.pinfo, context.message, annotator.route()));
  }
  show_project_faults(context.pinfo, tree != nullptr ? tree->last_child : nullptr);
  const analysis::MultiplayerLink& link = context.link;
  const auto& [one, other] = link.first;
  const analysis::MessageKey& first = one.frame != 0 && (other.frame == 0 || one.frame <= other.frame) ? one : other;
  const bool is_first = first == analysis::MessageKey{.frame = context.pinfo->num, .index = context.message.index};
  show_projects(context.pinfo, context.tvb, proto_item_get_subtree(root), link, is_first);
  if (!bridge::visible(tree) || tree->last_child == nullptr) return;
  const MessageSummary& summary = annotator.summary();
  append_label(tree->last_child, {", ", summary.way, *summary.way != '\0' ? "  " : "", summary.text});
}

void count(const MessageContext& context, std::uint32_t size, bool malformed, const Annotator& annotator) {
  const MessageSummary& summary = annotator.summary();
  const analysis::Route& route = annotator.route();
  auto* tap = wmem_new(context.pinfo->pool, MessageTap);
  *tap = {
      .kind = summary.kind,
      .node = summary.node,
      .member = summary.member,
      .size = size,
      .malformed = malformed,
      .ends = ends_of(context.pinfo, context.message, route),
      .is_news = state().counted_hops.is_news(
          {.source = route.source_id, .hop_source = context.link.peers.id(context.from), .relayed = route.relayed})};
  tap_message(context.pinfo, tap);
}

struct Walked {
  multiplayer::Result result;
  proto_item* root = nullptr;  ///< null: without items
};

/// The single walk of a message. `tree`: where items go; null: nowhere. `annotator`: null if the message is not shown.
Walked walk(const MessageContext& context, const Buffer& bytes, const multiplayer::Options& options,
            const char* evidence, proto_tree* tree, analysis::SinkFanOut& sinks, Annotator* annotator, Leaves& leaves,
            const Needs& needs) {
  if (annotator == nullptr) return {.result = multiplayer::validate(bytes, options, sinks)};
  packet_info* pinfo = context.pinfo;
  const bool lines = needs.columns || context.message.line != nullptr || needs.problems;
  if (tree == nullptr && !objects::wanted()) {
    TextSink sink(pinfo, bytes.captured.size(), display(), context.dialect, *annotator);
    Listener listener(sink, leaves, lines);
    // An upper protocol has a line of its own.
    const bool writes = !context.has_upper || context.facts_item != nullptr || context.message.line != nullptr;
    PlainValues values(pinfo, bytes.captured.size(), context.known, *annotator, writes);
    // Watches and hooks need the leaves.
    if (!watches_in_use() && !hooks_in_use()) sinks.read_values_by(values);
    return {.result = multiplayer::walk_values(bytes, options, listener, &sinks)};
  }
  TreeSink sink(context.tvb, 0, bytes.captured.size(), pinfo, tree, display(), context.dialect, evidence, annotator);
  Listener listener(sink, leaves, lines);
  annotator->show_in(&sink);
  const multiplayer::Result result = multiplayer::walk(bytes, options, listener, &sinks);
  annotator->show_in(nullptr);
  return {.result = result, .root = sink.root_item()};
}

/// Shows the results of the walk: columns, lines, the other items. `line`: of the upper protocol that has the message.
void show(const MessageContext& context, proto_tree* tree, proto_tree* shown, const Annotator& annotator,
          const Walked& walked, const UpperLine& line, const Needs& needs, std::uint32_t size) {
  packet_info* pinfo = context.pinfo;
  const analysis::Message& message = context.message;
  const MessageSummary& summary = annotator.summary();
  const bool cut = walked.result.problem.code == Problem::Code::cut;
  const bool malformed = walked.result.problem && !cut;
  const char* problem = annotator.problem() != nullptr ? annotator.problem() : line.problem;
  if (problem == nullptr) problem = message.problem;
  problem = analysis::problems::word_of(problem);
  if (message.line != nullptr) write_line(pinfo, message, annotator, problem, malformed);
  show_columns(pinfo, summary,
               {.problem = problem,
                .last_way = message.last_way,
                .from = shows_sender(pinfo, summary) ? sender_text(pinfo, message, annotator.route()) : nullptr,
                .to = has_column(pinfo, "godot.to") ? receiver_text(pinfo, message, annotator.route()) : nullptr,
                .wrong_project = has_wrong_project(pinfo, context.link),
                .malformed = malformed,
                .again = is_copy(message),
                .earlier = message.earlier});
  if (context.facts_item != nullptr) add_texts(*needs.collector, *context.facts_item, pinfo, message, annotator);
  if (is_copy(message)) {
    if (needs.items) {
      proto_tree_add_protocol_format(tree, protocols.godot, context.tvb, 0, to_end(context.tvb),
                                     "Godot Multiplayer, again: %s", summary.text);
    }
    return;
  }
  add_rest(context, shown, walked.root, annotator);
  if (statistics_wanted() && !message.earlier) count(context, size, malformed, annotator);
  if (cut) end_of_capture(context.tvb, pinfo, tree);
}

}  // namespace

Needs needs_of(packet_info* pinfo, proto_tree* tree, const analysis::Message& message, bool learns) {
  Needs needs{};
  needs.items = tree != nullptr && (hooks_in_use() || fields_wanted(tree));
  needs.columns = columns_wanted(pinfo);
  needs.collector = collector(pinfo);
  needs.problems = needs.collector != nullptr && needs.collector->with_problems;
  needs.shown = needs.items || needs.columns || experts_wanted(tree) || statistics_wanted() || hooks_in_use() ||
                needs.problems || objects::wanted() || message.line != nullptr || (learns && peer_table_in_use());
  needs.read = needs.shown || learns || needs.collector != nullptr;
  return needs;
}

void read_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const analysis::Message& message,
                  const Buffer& bytes, const multiplayer::Options& recognised, const multiplayer::KnownValue& known,
                  const Needs& needs, const analysis::Arrival* arrival) {
  multiplayer::Options options = recognised;
  analysis::MultiplayerLink& link = *message.link->godot;
  const analysis::End from = sender(message);
  const UpperClaim claim = upper_of(upper_message(tvb, pinfo, message, bytes, options, known), arrival != nullptr);
  const char* evidence = settle_dialect(options, link, pinfo);
  Collector* collector = needs.collector;
  analysis::account::Builder account({.state = state(),
                                      .link = link,
                                      .message = message,
                                      .from = from,
                                      .frame = pinfo->num,
                                      .time = absolute_time(pinfo),
                                      .size = bytes.reported,
                                      .peer_names = wanted_peer_names()},
                                     host_of(pinfo));
  Leaves leaves;
  const MessageContext context = {.tvb = tvb,
                                  .pinfo = pinfo,
                                  .message = message,
                                  .state = state(),
                                  .link = link,
                                  .from = from,
                                  .dialect = multiplayer::dialect_of(options),
                                  .leaves = leaves,
                                  .account = account,
                                  .facts_item = begin_facts(collector, pinfo, message, bytes),
                                  .has_upper = claim.upper != nullptr,
                                  .known = claim.upper != nullptr ? claim.upper->known_value(claim.found) : known};
  game_projects().ask_of(link, from);

  analysis::SinkFanOut sinks;
  std::optional<analysis::Learner> learner;
  std::optional<analysis::account::MessageFacts> facts;
  std::optional<Annotator> annotator;
  if (arrival != nullptr)
    sinks.add(learner.emplace(state().memory, state().peer_names, link.peers, from, *arrival), true);
  // The learner does its own lookups.
  if (context.facts_item != nullptr || needs.shown) sinks.add(account);
  if (context.facts_item != nullptr) sinks.add(facts.emplace(account, bytes, *collector, *context.facts_item), true);
  if (needs.shown) sinks.add(annotator.emplace(context));

  // Hides a retransmission, so that its calls are not counted again.
  proto_tree* shown = needs.items && !is_copy(message) ? tree : nullptr;
  const Walked walked =
      walk(context, bytes, options, evidence, shown, sinks, annotator ? &*annotator : nullptr, leaves, needs);
  const UpperMessage upper = upper_message(tvb, pinfo, message, bytes, options, known, context.facts_item);
  if (facts) end_facts(*facts, context, claim, upper, *collector, walked.result);
  if (!annotator) return;
  UpperLine line{};
  if (claim.upper != nullptr) {
    line = claim.upper->show(upper, claim.found, shown);
    if (line.text != nullptr) annotator->is_about(line.text);
  }
  show(context, tree, shown, *annotator, walked, line, needs, bytes.reported);
}

}  // namespace godot::plugin
