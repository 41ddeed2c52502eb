// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/debugger_message.h"

#include <algorithm>

#include "analysis/streams/debugger/counted.h"
#include "analysis/streams/debugger/debug_items.h"
#include "engine/streams/steps.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/guarded_call.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/statistics.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/debugger/follow.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/message_costs.h"

namespace godot::plugin::debug {
namespace {

using analysis::DebuggerExpert;
using analysis::DebuggerField;

using debugger::Direction;

using MessageTap = analysis::CountedDebugMessage;

/// In tshark the options -z godot_debug,tree and -z godot_debug,srt.
constexpr const char* debug_tap = "godot_debug";
Statistics<MessageTap> statistics(debug_tap, "Godot" GODOT_MENU_SEPARATOR "Debugger");

dissector_table_t message_table;

/// Numbers the messages of a frame, in the order in which they are dissected.
std::uint32_t next_index(packet_info* pinfo) {
  constexpr std::uint32_t counter_key = 0;
  return count_in_frame(pinfo, protocols.debug, counter_key);
}

/// Shows the meaning of a message's numbers, and passes its arguments to their dissectors.
class MessageListener final : public analysis::DebugReader {
 public:
  MessageListener(tvbuff_t* tvb, int offset, packet_info* pinfo, const analysis::DebugPlace& place,
                  Conversation& conversation, TreeSink& sink)
      : DebugReader(*conversation.known, place, arena_of(pinfo)),
        tvb_(tvb),
        offset_(offset),
        pinfo_(pinfo),
        sink_(sink) {}

  void taken(Offset begin, Offset end) override {
    tvbuff_t* arguments = tvb_new_subset_length(tvb_, offset_ + static_cast<int>(begin), static_cast<int>(end - begin));
    proto_tree* tree = sink_.tree();
    if (!call_users_dissector(handler_, arguments, pinfo_, tree)) call_data_dissector(arguments, pinfo_, tree);
  }

 private:
  bool takes(std::string_view name) override {
    handler_ = dissector_get_string_handle(message_table, wmem_strndup(pinfo_->pool, name.data(), name.size()));
    return handler_ != nullptr;
  }

  void means(const analysis::DebugMeaning& known, Offset begin, Offset end) override {
    proto_tree* tree = sink_.tree();
    if (tree == nullptr) return;
    const int start = offset_ + static_cast<int>(begin);
    add_derived(tree, DebuggerField::debug_name, {tvb_, start, static_cast<int>(end - begin)}, known.text);
    add_derived(tree, DebuggerField::debug_learned_in, {tvb_, start}, known.frame);
  }

  tvbuff_t* tvb_;
  int offset_;
  packet_info* pinfo_;
  TreeSink& sink_;
  dissector_handle_t handler_ = nullptr;
};
LEFT_BY_LONGJMP(MessageListener);

void add_facts(packet_info* pinfo, const engine::DebugFacts& message, bool on_stream) {
  Collector* collector = plugin::collector(pinfo);
  if (collector == nullptr) return;
  const auto transport = on_stream ? analysis::facts::Transport::tcp : analysis::facts::Transport::websocket;
  engine::fill_debug_message(*collector, collector->message(pinfo, transport, message.size, 0), message);
}

/// State of a message before and after its walk.
struct MessageView {
  tvbuff_t* tvb;
  int offset;
  packet_info* pinfo;
  proto_tree* tree;
  Conversation& conversation;
  Direction direction;
  const debugger::EraInfo& era;
};
LEFT_BY_LONGJMP(MessageView, engine::DebugWalk, engine::DebugMessage, analysis::DebugItems);

/// Adds the generated items below the message's item.
void show_message(const MessageView& view, proto_item* root, debugger::Era era, const engine::DebugMessage& said) {
  if (root == nullptr) return;
  proto_tree* tree = proto_item_get_subtree(root);
  append_label(root, {", ", said.facts.line});
  add_all(tree, items_of(*view.conversation.known, era, view.direction, said.facts.line), {view.tvb});
  const bool to_editor = view.direction == Direction::to_editor;
  add_ends(tree, view.tvb, view.pinfo, {to_editor ? "game" : "editor", to_editor ? "editor" : "game"});
  add_all(tree, links_of(said.exchange, view.direction, said.cause), {view.tvb});
}

void show_event(const MessageView& view, proto_item* root, debugger::Event event, const char* line) {
  if (event == debugger::Event::none) return;
  const bool is_error = event == debugger::Event::error;
  add_expert(view.pinfo, root, expert(is_error ? DebuggerExpert::debug_error : DebuggerExpert::debug_warning), {line});
}

const MessageTap* tap_of(const MessageView& view, const debugger::Result& result, const engine::DebugMessage& said) {
  auto* tap = wmem_new(view.pinfo->pool, MessageTap);
  *tap = {.name = said.facts.name,
          .version = view.era.name.data(),
          .size = result.consumed,
          .to_editor = said.facts.to_editor,
          .is_error = result.event == debugger::Event::error,
          .is_warning = result.event == debugger::Event::warning,
          .is_malformed = said.facts.malformed,
          .answers = said.facts.to_editor ? said.exchange : nullptr};
  return tap;
}

}  // namespace

int dissect_debug_message(TreePlace where, const Buffer& buffer, Conversation& conversation, bool prefixed,
                          Parts parts) {
  where.tree = below_first(where.tree, protocols.debug);
  const auto [tvb, offset, pinfo, tree] = where;
  const analysis::DebugPlace place = place_of(pinfo, next_index(pinfo));
  const debugger::Proof proof = debugger::prove(buffer, prefixed);
  if (place.is_first_pass)
    conversation.learn(of_capture<analysis::DebugConversations>(), buffer, proof, place.frame, source_of(pinfo),
                       destination_of(pinfo));
  analysis::DebugConversation& known = *conversation.known;
  const Display shown = display();
  engine::DebugWalk walk =
      engine::begin_debug_message(known, place, proof, direction_of(conversation, pinfo, proof), prefixed,
                                  parts == Parts::as_they_come, preferences::dialect(), shown);
  const debugger::Era era = walk.options.era;
  const MessageView view{.tvb = tvb,
                         .offset = offset,
                         .pinfo = pinfo,
                         .tree = tree,
                         .conversation = conversation,
                         .direction = walk.options.direction,
                         .era = debugger::info(era)};
  TreeSink sink(where, buffer.captured.size(), shown, variant::dialect(view.era.generation), walk.evidence);
  MessageListener listener(tvb, offset, pinfo, place, conversation, sink);
  const analysis::Arena arena = arena_of(pinfo);
  const debugger::Result result =
      debugger::walk(buffer, walk.options, walk.run, engine::debug_line_room(arena), sink, &listener);
  const engine::DebugMessage said = engine::end_debug_message(
      known, walk, result, listener, buffer.reported, engine::host_key(source_of(pinfo)), absolute_time(pinfo), arena);

  const char* name = wmem_strndup(pinfo->pool, result.name.data(), result.name.size());
  show_line(pinfo, "Godot Debugger", said.facts.line);
  objects::name(pinfo, {.member = name, .from = view.direction == Direction::to_editor ? "game" : "editor"});
  show_message(view, sink.root_item(), era, said);
  const Price price = price_of_message(pinfo, {.own = buffer.reported, .framed = !prefixed});
  add_costs(proto_item_get_subtree(sink.root_item()), {tvb, offset, 0}, buffer.reported, price.cost.total());
  show_event(view, sink.root_item(), result.event, said.facts.line);
  statistics.queue(pinfo, tap_of(view, result, said));
  tap_line(tvb, pinfo, said.facts.line);
  add_facts(pinfo, said.facts, prefixed);
  show_problem_of_bytes(where, result.problem, expert(DebuggerExpert::debug_incomplete));
  return static_cast<int>(std::min<std::size_t>(std::max<Offset>(result.consumed, 1), buffer.captured.size()));
}

void register_debug_messages() {
  message_table =
      register_dissector_table("godot.debug.message", "Godot debugger message", protocols.debug, FT_STRING, FALSE);
  statistics.register_tree();
  register_response_times<MessageTap>(protocols.debug, debug_tap);
}

}  // namespace godot::plugin::debug
