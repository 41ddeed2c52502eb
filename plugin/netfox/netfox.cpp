// SPDX-License-Identifier: GPL-2.0-or-later
// netfox, on top of the multiplayer: registered with it, see plugin/multiplayer/uppers.h.
#include "analysis/names/names.h"
#include "analysis/netfox/command.h"
#include "analysis/netfox/lesson.h"
#include "analysis/netfox/message_facts.h"
#include "analysis/netfox/methods.h"
#include "codec/multiplayer/walk.h"
#include "codec/netfox/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/from_to.h"
#include "plugin/core/items.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/objects.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_sink.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/uppers.h"
#include "plugin/netfox/annotator.h"
#include "plugin/netfox/generated.h"
#include "plugin/netfox/number_sink.h"
#include "plugin/netfox/state.h"

namespace godot::plugin {
namespace {

using analysis::NetfoxCommand;
LEFT_BY_LONGJMP(NetfoxCommand);

const void* recognise(const UpperMessage& message, bool learns) {
  if (!proto_is_protocol_enabled(find_protocol_by_id(protocols.netfox))) return nullptr;
  if (learns && message.pinfo->fd->cap_len < message.pinfo->fd->pkt_len) netfox_memory().cut(message.sender());
  const NetfoxCommand command = analysis::netfox_command(message, netfox_memory(), netfox_projects(), learns);
  if (!command.found) return nullptr;
  if (learns) analysis::learn_netfox(message, command, netfox_memory());
  auto* found = wmem_new(message.pinfo->pool, NetfoxCommand);
  *found = command;
  return found;
}

const NetfoxCommand& command_of(const void* found) { return *static_cast<const NetfoxCommand*>(found); }

multiplayer::KnownValue known_value(const void* found) {
  const NetfoxCommand& command = command_of(found);
  if (!command.is_good) return {};
  return {.begin = command.begin, .end = command.begin + command.bytes.reported};
}

void add_parts(const UpperMessage& message, const void* found, Collector& collector, analysis::facts::Item& item) {
  analysis::add_netfox_parts(message, command_of(found), {.memory = netfox_memory(), .projects = netfox_projects()},
                             collector, item);
}

struct Walked {
  Problem problem;
  proto_item* root = nullptr;  ///< null: without items
};

/// `tree`: where items go; null: nowhere.
Walked walk(const UpperMessage& message, const NetfoxCommand& command, proto_tree* tree, NetfoxAnnotator& annotator) {
  const auto& dialect = variant::dialect(variant::Generation::godot4);
  const std::size_t size = command.bytes.captured.size();
  if (tree == nullptr && !objects::wanted() && !watches_in_use()) {
    TextSink sink(message.pinfo, size, display(), dialect, annotator);
    PlainTexts texts(message.pinfo, size, display());
    annotator.write_by(&texts);
    const netfox::Result result = netfox::walk(command.bytes, command.options(), sink, &annotator);
    annotator.write_by(nullptr);
    return {.problem = result.problem};
  }
  TreeSink sink(message.tvb, static_cast<int>(command.begin), size, message.pinfo, tree, display(), dialect, nullptr,
                &annotator);
  annotator.show_in(&sink);
  NumberSink numbers(sink, annotator.numbers());
  Sink& listener = watches_in_use() ? static_cast<Sink&>(numbers) : sink;
  const netfox::Result result = netfox::walk(command.bytes, command.options(), listener, &annotator);
  annotator.show_in(nullptr);
  return {.problem = result.problem, .root = sink.root_item()};
}

UpperLine show(const UpperMessage& message, const void* found, proto_tree* tree) {
  packet_info* pinfo = message.pinfo;
  const NetfoxCommand& command = command_of(found);
  NetfoxAnnotator annotator(message, command);
  const Walked walked = walk(message, command, tree, annotator);
  const bool malformed = walked.problem && walked.problem.code != Problem::Code::cut;
  if (command.whole) annotator.check_size(walked.root);
  const char* text = annotator.text(malformed);
  if (proto_tree* own = proto_item_get_subtree(walked.root); own != nullptr) {
    const auto begin = static_cast<int>(command.begin);
    const auto length = static_cast<int>(command.bytes.captured.size());
    const ItemRange head = {message.tvb, begin};
    add_generated_text(own, header_field(NetfoxField::netfox_text), {message.tvb, begin, length}, text);
    // A name of the catalogue, terminated by a NUL.
    add_generated_text(own, header_field(NetfoxField::netfox_command_name), head, netfox::name(command.kind).data());
    if (!command.is_call())
      add_generated_text(own, header_field(NetfoxField::netfox_evidence), head, command.learned ? "learned" : "usual");
    if (ends_wanted(tree)) add_ends(own, message.tvb, pinfo, ends_of(pinfo, message.message, command.route));
    append_label(walked.root, {", ", text});
  }
  return {.text = joined(pinfo->pool, {"netfox ", text}), .problem = annotator.problem()};
}

const analysis::NetfoxMethods methods;
constexpr Upper upper = {.recognise = recognise, .known_value = known_value, .add_parts = add_parts, .show = show};

}  // namespace
void register_netfox() {
  register_rows<NetfoxField, NetfoxExpert>();
  register_netfox_state();
  register_upper(upper);
  godot::analysis::names::add_source(methods);
}

}  // namespace godot::plugin
