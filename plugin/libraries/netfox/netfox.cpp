// SPDX-License-Identifier: GPL-2.0-or-later
// netfox, on top of the multiplayer: registered with it, see plugin/multiplayer/library_dissectors.h.
#include "analysis/libraries/netfox/derived.h"
#include "analysis/libraries/netfox/message_facts.h"
#include "analysis/libraries/netfox/methods.h"
#include "analysis/libraries/netfox/number_sink.h"
#include "analysis/libraries/netfox/problems.h"
#include "base/names/source.h"
#include "engine/libraries/netfox/steps.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/outermost_values.h"
#include "plugin/libraries/netfox/annotator.h"
#include "plugin/libraries/netfox/netfox_state.h"
#include "plugin/multiplayer/library_dissectors.h"

namespace godot::plugin {
namespace {
using analysis::NetfoxField;

using analysis::NetfoxCommand;
LEFT_BY_LONGJMP(NetfoxCommand, analysis::NumberSink);

const NetfoxCommand& command_of(const void* found) { return *static_cast<const NetfoxCommand*>(found); }

const void* recognise(const LibraryPacket& message, bool learns) {
  if (!proto_is_protocol_enabled(find_protocol_by_id(protocols.netfox))) return nullptr;
  return engine::take_netfox(message, netfox_memory(), netfox_projects(), message.is_cut(), learns);
}

multiplayer::KnownValue known_value(const void* found) { return engine::known_value_of(command_of(found)); }

bool has_line(const void* /*found*/) { return true; }

void add_parts(const LibraryPacket& message, const void* found, analysis::facts::Collection& facts,
               analysis::facts::Item& item) {
  analysis::add_netfox_parts(message, command_of(found), {.memory = netfox_memory(), .projects = netfox_projects()},
                             facts, item);
}

/// `tree`: where items go; null: nowhere.
Problem walk(const LibraryPacket& message, const NetfoxCommand& command, proto_tree* tree, NetfoxAnnotator& annotator,
             ShownNetfox& items) {
  const auto& dialect = variant::dialect(variant::Generation::godot4);
  const std::size_t size = command.bytes.captured.size();
  if (tree == nullptr && !objects::wanted() && !watches_in_use()) {
    TextSink sink(message.pinfo, size, display(), dialect, annotator);
    PlainTexts texts(arena_of(message.pinfo), size, display());
    annotator.write_by(texts);
    return netfox::walk(command.bytes, command.options(), sink, &annotator).problem;
  }
  TreeSink sink({message.tvb, static_cast<int>(command.begin), message.pinfo, tree}, size, display(), dialect, nullptr,
                &annotator);
  items.show_in(sink);
  analysis::NumberSink numbers(sink, annotator.numbers());
  Sink& listener = watches_in_use() ? static_cast<Sink&>(numbers) : sink;
  const netfox::Result result = netfox::walk(command.bytes, command.options(), listener, &annotator);
  items.end_walk();
  return result.problem;
}

LibraryLine show(const LibraryPacket& message, const void* found, proto_tree* tree) {
  const NetfoxCommand& command = command_of(found);
  ShownNetfox items(message, command.begin);
  NetfoxAnnotator annotator(message, command, items);
  const Problem problem = walk(message, command, tree, annotator, items);
  if (command.whole) annotator.end();
  const char* text = annotator.text(problem && problem.code != Problem::Code::cut);
  return items.line("netfox", {text, annotator.problem()}, tree, command.route, command.bytes.captured.size(), [&] {
    // A name of the catalogue, terminated by a NUL.
    items.add(NetfoxField::command_name, {}, netfox::name(command.kind).data());
    if (!command.is_call()) items.add(NetfoxField::evidence, {}, command.learned ? "learned" : "usual");
  });
}

const analysis::NetfoxMethods methods;
constexpr LibraryDissector dissector = {
    .recognise = recognise, .known_value = known_value, .has_line = has_line, .add_parts = add_parts, .show = show};

}  // namespace
void register_netfox() {
  register_rows<NetfoxField, analysis::NetfoxExpert, analysis::problems::Netfox>();
  register_netfox_state();
  register_library_dissector(dissector);
  godot::analysis::names::add_source(methods);
}

}  // namespace godot::plugin
