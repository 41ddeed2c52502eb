// SPDX-License-Identifier: GPL-2.0-or-later
// godot-rollback-netcode, on top of the multiplayer: registered with it, see plugin/multiplayer/uppers.h.
#include "analysis/names/names.h"
#include "analysis/rollback/command.h"
#include "analysis/rollback/message_facts.h"
#include "analysis/rollback/methods.h"
#include "analysis/rollback/problems.h"
#include "codec/rollback/walk.h"
#include "plugin/core/fields.h"
#include "plugin/core/from_to.h"
#include "plugin/core/items.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/preferences.h"
#include "plugin/core/time.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/uppers.h"
#include "plugin/rollback/annotator.h"
#include "plugin/rollback/generated.h"

namespace godot::plugin {
namespace {

analysis::RollbackMemory* memory = nullptr;

extern "C" {
static void end_rollback() {
  delete memory;
  memory = nullptr;
}
static void begin_rollback() {
  end_rollback();
  memory = new analysis::RollbackMemory;
}
}

using analysis::RollbackCommand;

const void* recognise(const UpperMessage& message, bool learns) {
  if (!proto_is_protocol_enabled(find_protocol_by_id(protocols.rollback))) return nullptr;
  return analysis::rollback_command(message, *memory, learns);
}

multiplayer::KnownValue known_value(const void* /*found*/) { return {}; }

const RollbackCommand& command_of(const void* found) { return *static_cast<const RollbackCommand*>(found); }

void add_parts(const UpperMessage&, const void* found, Collector& collector, analysis::facts::Item& item) {
  analysis::add_rollback_parts(command_of(found), *memory, collector, item);
}

void show_ping(const UpperMessage& message, const RollbackCommand& found, proto_tree* tree) {
  const analysis::RollbackMessage& mine = found.message;
  if (tree == nullptr || !found.known || mine.other_frame == 0) return;
  proto_tree* call = proto_item_get_subtree(tree->last_child);
  if (call == nullptr) return;
  const bool is_answer = mine.what == analysis::RollbackMessage::What::answer;
  const ItemRange range = {message.tvb, 0};
  add_generated_number(
      call, header_field(is_answer ? RollbackField::rollback_answer_to : RollbackField::rollback_answered_in), range,
      mine.other_frame);
  if (!is_answer || mine.round_trip < 0) return;
  add_generated_time(call, header_field(RollbackField::rollback_round_trip), range, nstime(mine.round_trip));
}

UpperLine show(const UpperMessage& message, const void* found_before, proto_tree* tree) {
  const RollbackCommand& found = command_of(found_before);
  packet_info* pinfo = message.pinfo;
  if (found.is_ping) {
    show_ping(message, found, tree);
    return {.text = nullptr};
  }
  if (!found.reads) {
    if (tree != nullptr) expert_add_info(pinfo, tree->last_child, expert(RollbackExpert::another_serializer));
    return {.text = nullptr};
  }
  const analysis::RollbackMatch* match = found.known ? &memory->match(found.message) : nullptr;
  RollbackAnnotator annotator(message, found.message, match, found.begin);
  TreeSink sink(message.tvb, static_cast<int>(found.begin), found.bytes.captured.size(), pinfo, tree, display(),
                *found.options.dialect, nullptr, &annotator);
  annotator.show_in(sink);
  (void)rollback::walk(found.bytes, found.options, sink, &annotator);
  const char* problem = annotator.report();
  const char* text = annotator.text();
  if (proto_tree* own = proto_item_get_subtree(sink.root_item()); own != nullptr) {
    const auto begin = static_cast<int>(found.begin);
    const auto length = static_cast<int>(found.bytes.captured.size());
    const ItemRange all = {message.tvb, begin, length};
    add_generated_text(own, header_field(RollbackField::rollback_text), all, text);
    if (found.known)
      add_generated_number(own, header_field(RollbackField::rollback_match), {message.tvb, begin}, found.message.match);
    if (ends_wanted(tree)) add_ends(own, message.tvb, pinfo, ends_of(pinfo, message.message, found.route));
    append_label(sink.root_item(), {", ", text});
  }
  return {.text = joined(pinfo->pool, {"rollback ", text}), .problem = problem};
}

const analysis::RollbackMethods methods;
constexpr Upper upper = {.recognise = recognise, .known_value = known_value, .add_parts = add_parts, .show = show};

}  // namespace
void register_rollback() {
  register_rows<RollbackField, RollbackExpert>();
  register_init_routine(begin_rollback);
  register_cleanup_routine(end_rollback);
  register_upper(upper);
  godot::analysis::names::add_source(methods);
}

}  // namespace godot::plugin
