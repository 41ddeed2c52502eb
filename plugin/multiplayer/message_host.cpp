// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/message_host.h"

#include "analysis/game/learning/engine_errors.h"
#include "analysis/message/annotation/derived.h"
#include "analysis/message/annotation/naming_calls.h"
#include "analysis/message/annotation/packet_list_line.h"
#include "answers/questions/counts/message_rows.h"
#include "base/names/source.h"
#include "engine/message/steps.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/conversation_tables.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/statistics.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/settings/text_records.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/facts/collector.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/game/peer_labels.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/multiplayer/library_dissectors.h"
#include "plugin/multiplayer/message_items.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

using analysis::MultiplayerField;

using analysis::annotation::Annotator;
using analysis::annotation::Context;
using analysis::annotation::LeafListener;
using analysis::annotation::Leaves;
using analysis::annotation::Summary;

/// Which calls contain the name of a peer: the user's table `godot_peer_names`.
constexpr UserTable<3> peer_names_table = {
    .title = "Godot peer names",
    .file = "godot_peer_names",
    .preference = "peer_names",
    .preference_title = "Names of peers",
    .help = "Calls whose arguments are the names of peers",
    .columns = {{{"method", "Method", "Node and method as calls show them: Network.register, Network.#2"},
                 {"name", "Name", "Which argument is the name, from 0"},
                 {"id", "Id", "Which argument is the peer's id; empty: the caller is meant"}}}};
TextTable<analysis::annotation::NamingRow, analysis::annotation::fault_of> peer_table;

/// Counts messages: the tap `godot`, and Statistics > Godot > Multiplayer (tshark -z godot,tree).
Statistics<analysis::CountedMessage> message_statistics("godot", "Godot" GODOT_MENU_SEPARATOR "Multiplayer");

constexpr ConversationFields peer_fields = {"godot.from", "godot.to", "godot.from_or_to"};

ConversationSample sample_of(packet_info*, const analysis::CountedMessage& message) {
  return {.from = message.from, .to = message.to, .bytes = static_cast<int>(message.size)};
}

/// A message forwarded by the server counts once, as its sender's.
using PeerTables =
    ConversationTables<peer_fields, analysis::CountedMessage, sample_of, &analysis::CountedMessage::is_news>;

/// What a message is read for, from what its packet needs.
struct Needs : engine::MessageNeeds {
  bool items = false;    ///< displayed or used, including those that other dissectors add below this plugin's
  bool columns = false;  ///< the packet list's texts
  bool lines = false;    ///< texts of properties' values, without items
};

analysis::EndProcess process_of(const packet_info* pinfo) {
  bridge::LocalProcess process;
  if (!bridge::local_process(pinfo, process)) return {};
  return {.name = process.name, .id = process.id, .is_sender = process.sends};
}

class MessageHost {
 public:
  using LibraryMessage = LibraryPacket;
  using Row = LibraryDissector;
  using Reading = engine::MessageReading<MessageHost>;

  MessageHost(const TreePlace& place, const analysis::Message& message, const Demand& needed) noexcept
      : tvb_(place.tvb), pinfo_(place.pinfo), tree_(place.tree), message_(message), needed_(needed) {}

  // --- What the steps call ---
  const engine::MessageNeeds& begun(const analysis::MessageBegin& begin);
  void complete(analysis::Arrival& arrival) const;
  [[nodiscard]] LibraryPacket library(const analysis::LibraryMessage& message) const {
    return {{message, library_memories(), is_cut_frame(pinfo_)}, tvb_, pinfo_};
  }
  [[nodiscard]] static LibraryClaim claim(const LibraryPacket& message, bool learns) {
    return library_of(message, learns);
  }
  [[nodiscard]] analysis::facts::Collection* facts() const noexcept { return needed_.collector; }
  [[nodiscard]] bool has_item() const noexcept { return needed_.collector->current != nullptr; }
  analysis::facts::Item& item(analysis::facts::Transport transport, std::uint32_t size) const {
    return needed_.collector->message(pinfo_, transport, size, 0);
  }
  [[nodiscard]] MessageItems shown(const multiplayer::Options& options, const Context& context) const {
    return {tvb_, pinfo_, multiplayer::dialect_of(options), context};
  }
  multiplayer::Result walk(const Reading& reading, analysis::SinkFanOut& sinks, MessageItems& items, Leaves& leaves);
  [[nodiscard]] LibraryLine show_library(const Reading& reading) const {
    return reading.claim.library->show(reading.library, reading.claim.found, shown_);
  }
  void show(const Reading& reading, const Annotator& annotator, const char* problem) const;

 private:
  multiplayer::Result walk_tree(const Reading& reading, analysis::SinkFanOut& sinks, MessageItems& items,
                                Leaves& leaves);
  void show_line(const Reading& reading, const Annotator& annotator, const char* problem) const;
  void pass_texts_on(const Reading& reading, const Annotator& annotator, const char* problem) const;
  void add_rest(const Reading& reading, const Annotator& annotator) const;
  void count(const Reading& reading, const Annotator& annotator) const;
  [[nodiscard]] const char* other_record() const;

  tvbuff_t* tvb_;
  packet_info* pinfo_;
  proto_tree* tree_;
  const analysis::Message& message_;
  const Demand& needed_;
  Needs needs_;
  proto_tree* shown_ = nullptr;  ///< where items go; null: nowhere
  proto_item* root_ = nullptr;   ///< the message's item; null: without items
};
LEFT_BY_LONGJMP(MessageHost, MessageHost::Reading, engine::MessagePlace, LeafListener<TreeSink>, LeafListener<TextSink>,
                analysis::Learner, analysis::SinkFanOut, analysis::account::Builder, analysis::account::MessageFacts,
                Context, Leaves, analysis::annotation::PlainValues<PlainTexts>);

const engine::MessageNeeds& MessageHost::begun(const analysis::MessageBegin& begin) {
  saw_multiplayer(pinfo_);
  export_message(tvb_, pinfo_, message_, begin.options.carrier == multiplayer::Carrier::none);
  const Collector* facts = needed_.collector;
  const bool problems = facts != nullptr && facts->with_problems;
  const bool followed = message_.line != nullptr;
  needs_.items = tree_ != nullptr && (hooks_in_use() || needed_.items);
  needs_.columns = bridge::writable(pinfo_, COL_INFO);
  needs_.objects = objects::wanted();
  needs_.watches = watches_in_use();
  // The number of a state's values is compared with the project's.
  const bool counts_values = needed_.experts && analysis::names::know_scenes();
  needs_.lines = needs_.columns || followed || problems || counts_values;
  // The last ones are looked up.
  needs_.shown = needs_.items || needs_.columns || needed_.experts || problems || needs_.objects || followed ||
                 (begin.learns && !peer_table.rows().empty()) || hooks_in_use() || message_statistics.wanted();
  needs_.states =
      needs_.items || needs_.columns || followed || counts_values || (facts != nullptr && facts->with_states);
  needs_.ways = needs_.items || needs_.columns;
  needs_.read = needs_.shown || begin.learns || facts != nullptr;
  needs_.lists_all_nodes = followed && preferences::follow_all_nodes();
  // Statistics of protocols count items.
  if (!needs_.items && needed_.protocols) add_bare_message(tree_, protocols.godot, tvb_);
  if (needs_.items || needed_.protocols) tree_ = below_first(tree_, protocols.godot);
  // Hides a retransmission, so that its calls are not counted again.
  if (needs_.items && !message_.is_copy()) shown_ = tree_;
  return needs_;
}

void MessageHost::complete(analysis::Arrival& arrival) const {
  arrival.host = analysis::engine_errors().listens() ? engine::host_key(destination_of(pinfo_)) : 0;
  arrival.process = process_of(pinfo_);
}

// --- The walk -------------------------------------------------------------------------------------------------------

/// The single walk of a message. Without a tree only for texts, or for objects.
multiplayer::Result MessageHost::walk(const Reading& reading, analysis::SinkFanOut& sinks, MessageItems& items,
                                      Leaves& leaves) {
  if (shown_ != nullptr || needs_.objects) return walk_tree(reading, sinks, items, leaves);
  const LibraryPacket& its = reading.library;
  const LibraryClaim& claim = reading.claim;
  const bool has_own_line = claim.library != nullptr && claim.library->has_line(claim.found);
  TextSink sink(pinfo_, its.bytes.captured.size(), display(), multiplayer::dialect_of(its.options), items.annotator);
  return reading.walk_texts(sink, sinks, items.annotator, leaves,
                            {.display = display(),
                             .lines = needs_.lines,
                             .writes = !has_own_line || its.item != nullptr || message_.line != nullptr,
                             .direct = !needs_.watches && !hooks_in_use()});
}

multiplayer::Result MessageHost::walk_tree(const Reading& reading, analysis::SinkFanOut& sinks, MessageItems& items,
                                           Leaves& leaves) {
  const LibraryPacket& its = reading.library;
  TreeSink sink({tvb_, 0, pinfo_, shown_}, its.bytes.captured.size(), display(), multiplayer::dialect_of(its.options),
                reading.evidence, &items.annotator);
  LeafListener listener(sink, leaves, needs_.watches, needs_.lines, display().max_elements);
  items.show_in(&sink);
  const multiplayer::Result result = multiplayer::walk(its.bytes, its.options, listener, &sinks);
  items.show_in(nullptr);
  root_ = sink.root_item();
  return result;
}

// --- Showing --------------------------------------------------------------------------------------------------------

/// Passes the message's line to Follow, and its ends to its facts. `problem`: the packet list's word for its problem;
/// null: none.
void MessageHost::pass_texts_on(const Reading& reading, const Annotator& annotator, const char* problem) const {
  const Summary& summary = annotator.summary();
  const bool is_followed = message_.line != nullptr && (preferences::follow_sync() || !summary.is_sync);
  const bool is_drawn = reading.texts != nullptr && needed_.collector->with_ends;
  if (!is_followed && !is_drawn) return;
  const Ends ends = ends_of(pinfo_, message_, annotator.route());
  if (is_followed)
    *message_.line =
        analysis::annotation::follow_line(ends.from, ends.to, summary, problem, reading.malformed(), arena_of(pinfo_));
  if (!is_drawn) return;
  const Ends hop = ends_of(pinfo_, *message_.link, message_.from_client);
  *reading.texts = {
      .text = summary.text, .from = hop.from, .to = hop.to, .source = ends.from, .receiver = ends.to, .of_game = true};
}

/// Adds a message's items that are not from the walk. Expert information can be listed without a tree.
void MessageHost::add_rest(const Reading& reading, const Annotator& annotator) const {
  proto_tree* own = proto_item_get_subtree(root_);
  if (ends_wanted(shown_))
    add_ends(own != nullptr ? own : shown_, tvb_, pinfo_, ends_of(pinfo_, message_, annotator.route()));
  show_project_faults(pinfo_, shown_ != nullptr ? shown_->last_child : nullptr);
  show_projects(pinfo_, tvb_, own, reading.link,
                reading.link.begins_with({.frame = frame_number(pinfo_), .index = message_.index}));
  if (!bridge::visible(shown_) || shown_->last_child == nullptr) return;
  const Summary& summary = annotator.summary();
  append_label(shown_->last_child, {", ", summary.way, *summary.way != '\0' ? "  " : "", summary.text});
}

void MessageHost::count(const Reading& reading, const Annotator& annotator) const {
  const Summary& summary = annotator.summary();
  const analysis::Route& route = annotator.route();
  const Ends ends = ends_of(pinfo_, message_, route);
  auto* tap = wmem_new(pinfo_->pool, analysis::CountedMessage);
  *tap = {
      .kind = summary.kind,
      .node = summary.node,
      .member = summary.member,
      .size = reading.library.bytes.reported,
      .malformed = reading.malformed(),
      .from = ends.from,
      .to = ends.to,
      .is_news = multiplayer_state().counted_hops.is_news({.source = route.source_id,
                                                           .hop_source = reading.link.peers.id(reading.library.from),
                                                           .relayed = route.relayed})};
  message_statistics.queue(pinfo_, tap);
}

/// Of a record whose message another packet of the capture has, too, and which does not count. Null: this one counts.
const char* MessageHost::other_record() const {
  const std::uint32_t counts = counted_in(pinfo_);
  if (counts == 0) return nullptr;
  const char* whose = pinfo_->p2p_dir == P2P_DIR_SENT ? "sender" : "receiver";
  return arena_of(pinfo_).text(" [its %s's record; counted in %u]", whose, frame_numbers.shown(counts));
}

/// The packet list's line.
void MessageHost::show_line(const Reading& reading, const Annotator& annotator, const char* problem) const {
  const Summary& summary = annotator.summary();
  const analysis::annotation::PeerTexts peers = peer_texts(pinfo_);
  const analysis::Route& route = annotator.route();
  const EndColumns columns = end_columns(pinfo_);
  // The first line of a frame begins with its sender: before the way of a relayed one, unless a column shows it.
  const bool shows_sender = lacks_sender(summary) && !columns.from;
  show_columns(pinfo_, summary,
               {.problem = problem,
                .last_way = message_.last_way,
                .from = shows_sender ? peers.sender(message_, route, pinfo_->srcport) : nullptr,
                .to = columns.to ? peers.receiver(message_, route, pinfo_->destport) : nullptr,
                .wrong_project = has_wrong_project(pinfo_, reading.link),
                .malformed = reading.malformed(),
                .again = message_.is_copy(),
                .earlier = message_.earlier,
                .record = other_record()});
}

/// With a field: as JSON, a protocol without any would be a text, and no object.
void show_copy(tvbuff_t* tvb, proto_tree* tree, const char* text) {
  proto_item* item =
      proto_tree_add_protocol_format(tree, protocols.godot, tvb, 0, to_end(tvb), "Godot Multiplayer, again: %s", text);
  proto_tree* below = proto_item_add_subtree(item, subtree(MultiplayerField::again));
  add_derived(below, MultiplayerField::again, {tvb, 0, 0}, true);
}

/// Shows the results of the walk: columns, lines, the other items.
void MessageHost::show(const Reading& reading, const Annotator& annotator, const char* problem) const {
  if (needs_.columns) show_line(reading, annotator, problem);
  pass_texts_on(reading, annotator, problem);
  if (message_.is_copy()) {
    if (needs_.items) show_copy(tvb_, tree_, annotator.summary().text);
    return;
  }
  add_rest(reading, annotator);
  if (message_statistics.wanted() && !message_.earlier && counted_in(pinfo_) == 0) count(reading, annotator);
  // Of a message over ENet the datagram says it, behind its commands: what counts them must not end here.
  if (reading.cut() && message_.link->transport != analysis::Transport::enet) end_of_capture(tvb_, pinfo_, tree_);
}

engine::MessageMoment moment_of(const packet_info* pinfo) {
  return {.frame = frame_number(pinfo), .time = absolute_time(pinfo), .first_pass = is_first_pass(pinfo)};
}

}  // namespace

bool is_multiplayer(tvbuff_t* tvb, const packet_info* pinfo, const analysis::Message& message) {
  return engine::is_multiplayer(multiplayer_state(), game_projects(), moment_of(pinfo), message, buffer_of(tvb, 0));
}

void read_message(const TreePlace& place, const analysis::Message& message, const Buffer& bytes, const Demand& needed) {
  packet_info* pinfo = place.pinfo;
  MessageHost host(place, message, needed);
  engine::take_message(host,
                       {.state = multiplayer_state(),
                        .projects = game_projects(),
                        .moment = moment_of(pinfo),
                        .is_cut = is_cut_frame(pinfo),
                        .sender_port = pinfo->srcport,
                        .peer_names = wanted_peer_names(),
                        .naming_rows = peer_table.rows(),
                        .preferred = preferences::dialect(),
                        .text_limit = display().text_limit,
                        .host = host_of(pinfo)},
                       message, bytes);
}

void register_peer_table() { peer_table.register_table(peer_names_table, {}); }

void register_statistics_of_multiplayer() {
  message_statistics.register_tree();
  PeerTables::register_tables(protocols.godot);
}

}  // namespace godot::plugin
