// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/multiplayer.h"

#include <algorithm>
#include <cstring>

#include "codec/variant/fields.h"
#include "plugin/analysis/problems/table.h"
#include "plugin/core/buffer.h"
#include "plugin/core/endpoints.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/needed_items.h"
#include "plugin/core/objects.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_sink.h"
#include "plugin/facts/costs.h"
#include "plugin/multiplayer/annotator.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/fact_texts.h"
#include "plugin/multiplayer/follow.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/multiplayer/message_facts.h"
#include "plugin/multiplayer/over_enet.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/peer_table.h"
#include "plugin/multiplayer/recognition.h"
#include "plugin/multiplayer/statistics.h"
#include "plugin/multiplayer/transports.h"
#include "plugin/multiplayer/uppers.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

dissector_handle_t handle;

/// Hands a walk on to a TreeSink or a TextSink, and remembers where bytes lay, and the numbers of each outermost value.
template <class Inner>
class Listener final : public Sink {
 public:
  /// `lines`: the values of properties are written, on a line or as facts, without a tree, too.
  Listener(Inner& inner, PackedBytes& packed, ValueNumbers& numbers, bool lines) noexcept
      : inner_(inner), packed_(packed), numbers_(numbers), lines_(lines) {}

  void open(Field field, Offset begin, const Value& value) override {
    if (is_value(field) && values_++ == 0) numbers_.count = 0;
    inner_.open(field, begin, value);
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    if (field == field::packed_bytes) packed_ = {.range = {begin, length}, .seen = true};
    if (watched_ && values_ == 1) numbers_.add(field, value);
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
  PackedBytes& packed_;
  ValueNumbers& numbers_;
  std::uint32_t values_ = 0;  ///< that are open
  bool watched_ = watches_in_use();
  bool lines_;
};
LEFT_BY_LONGJMP(Listener<TreeSink>, Listener<TextSink>, Learner, account::Builder);

/// Somebody looks at items; or adds some of their own below ours, and is looked at.
bool items_wanted(proto_tree* tree) { return tree != nullptr && (hooks_in_use() || fields_wanted(tree)); }

/// What the preference says, and why a message is read as it is.
const char* settle_dialect(multiplayer::Options& options, const MultiplayerLink& link, const packet_info* pinfo) {
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

facts::Transport transport_of(const Link& link) {
  switch (link.transport) {
    case Transport::enet: return facts::Transport::enet;
    case Transport::websocket: return facts::Transport::websocket;
    case Transport::mirror: return facts::Transport::mirror;
    case Transport::data_channel: break;
  }
  return facts::Transport::data_channel;
}

UpperMessage upper_message(tvbuff_t* tvb, packet_info* pinfo, const Message& message, const Buffer& bytes,
                           const multiplayer::Options& options, facts::Item* told = nullptr) {
  return {.tvb = tvb,
          .pinfo = pinfo,
          .message = message,
          .state = state(),
          .link = *message.link->godot,
          .from = sender(message),
          .bytes = bytes,
          .options = options,
          .told = told};
}

/// Tells the facts of a message, by a walk of their own: whoever counts shows nothing, and a walk in silence costs
/// little beside a tree.
facts::Item* tell(tvbuff_t* tvb, packet_info* pinfo, const Message& message, const Buffer& bytes,
                  multiplayer::Options options, const UpperClaim& claim, account::Builder& account) {
  Collector* collector = plugin::collector(pinfo);
  if (collector == nullptr) return nullptr;
  const MultiplayerLink& link = *message.link->godot;
  settle_dialect(options, link, pinfo);
  const auto transport = transport_of(*message.link);
  const bool is_told_by_transport = collector->current != nullptr;
  facts::Item& item = collector->message(pinfo, transport, bytes.reported, 0);
  if (!is_told_by_transport) {
    item.mode = multiplayer::mode_of(message.delivery);
    item.channel = message.channel;
    item.again = message.earlier;
  }
  const PackedBytes packed;
  const ValueNumbers numbers{};
  const MessageContext context = {.tvb = tvb,
                                  .pinfo = pinfo,
                                  .message = message,
                                  .state = state(),
                                  .link = link,
                                  .from = sender(message),
                                  .dialect = multiplayer::dialect_of(options),
                                  .packed = packed,
                                  .numbers = numbers,
                                  .account = account};
  ask_project_of(link.peers, context.from);
  MessageFacts facts(context, bytes, *collector, item);
  const multiplayer::Result result = multiplayer::validate(bytes, options, facts);
  item.malformed = result.problem && result.problem.code != Problem::Code::cut;
  facts.finish();
  if (claim.upper != nullptr && !item.malformed)
    claim.upper->tell(upper_message(tvb, pinfo, message, bytes, options), claim.found, *collector, item);
  tell_peers(item, pinfo, link.peers);
  const multiplayer::Recognition& speech = link.speech(context.from);
  if (!link.chosen && speech.certain()) item.engine = speech.engines(facts.confirm());
  return &item;
}

/// False where the server passes on what its first speaker has said on a link of the capture's own.
bool is_news(const Route& route, const MultiplayerLink& link, End from) {
  if (route.source_id == 0) return true;
  const bool is_first_hop = !route.relayed || link.peers.id(from) == route.source_id;
  if (is_first_hop) state().speakers.insert(route.source_id);
  return is_first_hop || !state().speakers.contains(route.source_id);
}

/// Nothing new is learned from it.
bool is_copy(const Message& message) { return message.repeated && !message.earlier; }

/// 0: not known for certain.
std::int64_t sent_at(const packet_info* pinfo, const Transit& transit) {
  return transit.known && !transit.estimated ? absolute_time(pinfo) - transit.before : 0;
}

/// The message on one line, for whoever follows.
void write_line(packet_info* pinfo, const Message& message, const Annotator& annotator, bool malformed) {
  if (!follows_sync() && std::strcmp(annotator.summary().kind, "Sync") == 0) return;
  const Ends ends = ends_of(pinfo, message, annotator.route());
  *message.line = wmem_strdup_printf(pinfo->pool, "%s -> %s  %s%s", ends.from, ends.to, annotator.summary().text,
                                     malformed ? " [Malformed]" : "");
}

/// Adds the message's texts to its facts.
void tell_texts(facts::Item& told, packet_info* pinfo, const Message& message, const Annotator& annotator) {
  Collector* collector = plugin::collector(pinfo);
  facts::Texts* texts = collector != nullptr ? collector->texts(told) : nullptr;
  if (texts == nullptr) return;
  const Ends hop = ends_of(pinfo, *message.link, message.from_client);
  const Ends ends = ends_of(pinfo, message, annotator.route());
  *texts = {.text = annotator.summary().text,
            .from = hop.from,
            .to = hop.to,
            .speaker = ends.from,
            .hearer = ends.to,
            .of_game = true};
}

/// What the tree has of a message beside what the walk reports. `tree` may be null: whoever lists expert information
/// need not have one.
void add_rest(const MessageContext& context, proto_tree* tree, proto_item* root, const Annotator& annotator) {
  if (ends_wanted(tree)) {
    proto_tree* own = proto_item_get_subtree(root);
    add_ends(own != nullptr ? own : tree, context.tvb, context.pinfo,
             ends_of(context.pinfo, context.message, annotator.route()));
  }
  show_project_faults(context.pinfo, tree != nullptr ? tree->last_child : nullptr);
  const MultiplayerLink& link = context.link;
  const auto& [one, other] = link.first;
  const MessageKey& first = one.frame != 0 && (other.frame == 0 || one.frame <= other.frame) ? one : other;
  const bool is_first = first == MessageKey{.frame = context.pinfo->num, .index = context.message.index};
  show_projects(context.pinfo, context.tvb, proto_item_get_subtree(root), link.peers, is_first);
  if (!bridge::visible(tree) || tree->last_child == nullptr) return;
  const MessageSummary& summary = annotator.summary();
  append_label(tree->last_child, ", %s%s%s", summary.way, *summary.way != '\0' ? "  " : "", summary.text);
}

void count(const MessageContext& context, std::uint32_t size, bool malformed, const Annotator& annotator) {
  const MessageSummary& summary = annotator.summary();
  auto* tap = wmem_new(context.pinfo->pool, MessageTap);
  *tap = {.kind = summary.kind,
          .node = summary.node,
          .member = summary.member,
          .size = size,
          .malformed = malformed,
          .ends = ends_of(context.pinfo, context.message, annotator.route()),
          .is_news = is_news(annotator.route(), context.link, context.from)};
  tap_message(context.pinfo, tap);
}

/// `claim`: whose the message is. `told`: the message's facts, which its text is added to; null: nobody
/// asks for them.
void show(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Message& message, const Buffer& bytes,
          multiplayer::Options options, Learner* learner, facts::Item* told, const UpperClaim& claim,
          account::Builder& account) {
  const MultiplayerLink& link = *message.link->godot;
  const char* evidence = settle_dialect(options, link, pinfo);
  const variant::Dialect& dialect = multiplayer::dialect_of(options);
  proto_tree* wanted = items_wanted(tree) ? tree : nullptr;
  // A copy says nothing again: who counts calls counts it once.
  proto_tree* shown = is_copy(message) ? nullptr : wanted;
  PackedBytes packed;
  ValueNumbers numbers;
  const MessageContext context = {.tvb = tvb,
                                  .pinfo = pinfo,
                                  .message = message,
                                  .state = state(),
                                  .link = link,
                                  .from = sender(message),
                                  .dialect = dialect,
                                  .packed = packed,
                                  .numbers = numbers,
                                  .account = account,
                                  .told = told,
                                  .has_upper = claim.upper != nullptr};
  ask_project_of(link.peers, context.from);
  Annotator annotator(context, learner);
  const bool lines = columns_wanted(pinfo) || message.line != nullptr || facts_texts_wanted(pinfo);
  const auto walk = [&](auto& sink) {
    Listener listener(sink, packed, numbers, lines);
    return multiplayer::walk(bytes, options, listener, &annotator);
  };
  proto_item* root = nullptr;
  const auto walk_into_tree = [&] {
    TreeSink sink(tvb, 0, bytes.captured.size(), pinfo, shown, display(), dialect, evidence, &annotator);
    annotator.show_in(&sink);
    const multiplayer::Result result = walk(sink);
    root = sink.root_item();
    annotator.show_in(nullptr);
    return result;
  };
  const auto walk_for_texts = [&] {
    TextSink sink(pinfo, bytes.captured.size(), display(), dialect, annotator);
    return walk(sink);
  };
  const bool has_items = shown != nullptr || objects::wanted();
  const multiplayer::Result result = has_items ? walk_into_tree() : walk_for_texts();
  UpperLine line{};
  if (claim.upper != nullptr) {
    line = claim.upper->show(upper_message(tvb, pinfo, message, bytes, options, told), claim.found, shown);
    annotator.is_about(line.text);
  }

  const MessageSummary& summary = annotator.summary();
  const bool cut = result.problem.code == Problem::Code::cut;
  const bool malformed = result.problem && !cut;
  if (message.line != nullptr) write_line(pinfo, message, annotator, malformed);
  const char* problem = annotator.problem() != nullptr ? annotator.problem() : line.problem;
  if (problem == nullptr) problem = message.problem;
  const bool has_to = has_column(pinfo, "godot.to");
  show_columns(pinfo, summary,
               {.problem = problems::word_of(problem),
                .to = has_to ? ends_of(pinfo, message, annotator.route()).to : nullptr,
                .malformed = malformed,
                .again = is_copy(message),
                .earlier = message.earlier});
  if (told != nullptr) tell_texts(*told, pinfo, message, annotator);
  if (is_copy(message)) {
    if (wanted != nullptr) {
      proto_tree_add_protocol_format(wanted, protocols.godot, tvb, 0, -1, "Godot Multiplayer, again: %s", summary.text);
    }
    return;
  }
  add_rest(context, shown, root, annotator);
  if (statistics_wanted() && !message.earlier) count(context, bytes.reported, malformed, annotator);
  if (cut) end_of_capture(tvb, pinfo, tree);
}

extern "C" {

/// `data` is the message. Called through Wireshark, so that the layer is counted and can be switched off.
int dissect_godot_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  const Message& message = *static_cast<const Message*>(data);
  MultiplayerLink& link = *message.link->godot;
  const Buffer bytes = buffer_of(tvb, 0);
  const MessageKey key = {.frame = pinfo->num, .index = message.index};
  const multiplayer::Circumstances how = circumstances(message, link, key);
  if (pinfo->fd->visited == 0 && !is_copy(message)) link.recognition.hear(bytes, how);
  if (link.peers.redots && !link.chosen) link.recognition.take_for_redot();
  const multiplayer::Options options = link.speech(sender(message)).options(bytes, how);
  saw_multiplayer(pinfo);
  link.peers.presume_server(message.link->server_is_clear);
  if (pinfo->fd->visited == 0) link.peers.heard_in(pinfo->num);
  const bool learns = pinfo->fd->visited == 0 && !is_copy(message);
  if (learns && message.shows_gaps && !message.earlier)
    state().memory.views.message(link.peers.link(), static_cast<std::uint8_t>(index(sender(message))), pinfo->num,
                                 message.missing_before);
  export_message(tvb, pinfo, message, options.carrier == multiplayer::Carrier::none);
  // Statistics of protocols count items.
  if (!items_wanted(tree)) add_bare_message(tree, protocols.godot, tvb);
  tree = below_first(tree, protocols.godot);
  const Heard heard = {.frame = key.frame,
                       .message = key.index,
                       .time = absolute_time(pinfo),
                       .bytes = bytes.captured,
                       .waits = message.waits,
                       .maybe_copy = maybe_copy(message, link, absolute_time(pinfo)),
                       .host = engine_errors().listens() ? host_hash(pinfo->dst) : 0,
                       .late = message.late,
                       .sent = sent_at(pinfo, message.transit)};
  const UpperClaim claim = upper_of(upper_message(tvb, pinfo, message, bytes, options), learns);
  account::Builder account(state().memory, pinfo->num, host_of(pinfo));
  facts::Item* told = tell(tvb, pinfo, message, bytes, options, claim, account);
  if (items_wanted(tree) || experts_wanted(tree) || columns_wanted(pinfo) || statistics_wanted() || hooks_in_use() ||
      facts_texts_wanted(pinfo) || objects::wanted() || message.line != nullptr || (learns && peer_table_in_use())) {
    Learner learner(state().memory, state().peer_names, link.peers, sender(message), heard);
    show(tvb, pinfo, tree, message, bytes, options, learns ? &learner : nullptr, told, claim, account);
  } else if (learns) {
    learn(link, sender(message), heard, options, bytes);
  }
  return static_cast<int>(std::max<std::size_t>(bytes.captured.size(), 1));
}

}  // extern "C"

bool is_multiplayer(tvbuff_t* tvb, const packet_info* pinfo, const Message& message) {
  if (pinfo->fd->visited == 0) {
    return recognise(message, {.frame = pinfo->num, .index = message.index}, absolute_time(pinfo), buffer_of(tvb, 0));
  }
  return message.link->godot != nullptr && message.link->godot->recognition.certain();
}

}  // namespace

bool dissect_multiplayer(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Message& message) {
  if (!is_multiplayer(tvb, pinfo, message)) return false;
  auto handed = message;
  return call_dissector_only(handle, tvb, pinfo, tree, &handed) != 0;
}

bool dissect_multiplayer_here(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Message& message) {
  if (!is_multiplayer(tvb, pinfo, message)) return false;
  // What the transport has written of this message since the one before.
  col_clear(pinfo->cinfo, COL_INFO);
  auto handed = message;
  const bool framed = message.link->transport == Transport::websocket;
  const Price price = price_of_message(pinfo, {.own = tvb_reported_length(tvb), .framed = framed});
  handed.cost = price.cost;
  handed.plain = price.plain;
  return dissect_godot_message(tvb, pinfo, tree, &handed) != 0;
}

}  // namespace godot::plugin

void godot_multiplayer_register() {
  using namespace godot::plugin;
  handle = create_dissector_handle(dissect_godot_message, protocols.godot);
  register_generated_of_multiplayer();
  register_state();
  register_hooks();
  pdus::register_lists();
  register_peer_table();
  register_watches();
  register_statistics_of_multiplayer();
  register_bare_transports();
  register_over_enet();
  follow::register_follow();
}

void godot_multiplayer_handoff() { godot::plugin::hand_off_bare_transports(); }
