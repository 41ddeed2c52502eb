// SPDX-License-Identifier: GPL-2.0-or-later
// netfox, on top of the multiplayer, see plugin/multiplayer/library_dissectors.h.
#include "analysis/libraries/netfox/derived.h"
#include "analysis/libraries/netfox/methods.h"
#include "analysis/libraries/netfox/number_sink.h"
#include "analysis/libraries/netfox/problems.h"
#include "base/names/source.h"
#include "engine/libraries/netfox/steps.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/settings/text_records.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/library_dissectors.h"
#include "plugin/multiplayer/shown_items.h"
#include "plugin/multiplayer/watches.h"

namespace godot::plugin {
namespace {
using analysis::NetfoxField;

using analysis::NetfoxCommand;

class ShownNetfox final : public ShownItems<analysis::NetfoxItems, NetfoxField, analysis::problems::Netfox> {
 public:
  using ShownItems::ShownItems;
  void note(analysis::NetfoxExpert note) override { expert_add_info(message_.pinfo, tree(), expert(note)); }
};

/// Wireshark's packet, for the steps.
struct Host {
  const LibraryPacket& message;
  const NetfoxCommand& command;
  const ShownNetfox& items;

  [[nodiscard]] Collector* facts() const { return collected_facts(message.pinfo); }
  void named(const OutermostValue& value, const analysis::NetfoxReading::Value& its, const WatchedValue& where,
             const ValueNumbers& numbers) const {
    auto* item = static_cast<proto_item*>(value.item);
    const ItemRange range = items.range(value.begin, value.end - value.begin);
    if (item != nullptr) add_derived(proto_item_get_subtree(item), NetfoxField::property, range, its.name);
    // Repeated inputs are not added to a graph.
    if (numbers.count != 0 && its.is_news)
      add_watches({message.pinfo, message.message, command.route, items.tree(), message.tvb, range.begin, range.length},
                  where, numbers);
    if (item != nullptr) set_label(item, {its.name, its.is_again ? ", again: " : ": ", value.text});
  }
};
using Shown = engine::NetfoxShown<Host>;
LEFT_BY_LONGJMP(NetfoxCommand, analysis::NumberSink, ShownNetfox, Host, Shown);

bool has_line(const void* /*found*/) { return true; }

/// `tree`: where items go; null: nowhere.
Problem walk(const LibraryPacket& message, const NetfoxCommand& command, proto_tree* tree, Shown& shown,
             ShownNetfox& items) {
  const auto& dialect = variant::dialect(variant::Generation::godot4);
  const std::size_t size = command.bytes.captured.size();
  if (tree == nullptr && !objects::wanted() && !watches_in_use()) {
    TextSink sink(message.pinfo, size, display(), dialect, shown);
    PlainTexts texts(arena_of(message.pinfo), size, display());
    shown.write_by(texts);
    return netfox::walk(command.bytes, command.options(), sink, &shown).problem;
  }
  TreeSink sink({message.tvb, static_cast<int>(command.begin), message.pinfo, tree}, size, display(), dialect, nullptr,
                &shown);
  items.show_in(sink);
  analysis::NumberSink numbers(sink, shown.numbers());
  Sink& listener = watches_in_use() ? static_cast<Sink&>(numbers) : sink;
  const netfox::Result result = netfox::walk(command.bytes, command.options(), listener, &shown);
  items.end_walk();
  return result.problem;
}

LibraryLine show(const LibraryPacket& message, const void* found, proto_tree* tree) {
  const NetfoxCommand& command = engine::netfox_of(found);
  ShownNetfox items(message, command.begin);
  const Host host = {message, command, items};
  Shown shown(host, message, command, items, display().text_limit);
  const Problem problem = walk(message, command, tree, shown, items);
  if (command.whole) shown.end();
  const char* text = shown.text(problem && problem.code != Problem::Code::cut);
  return items.line("netfox", {text, shown.problem()}, tree, command.route, command.bytes.captured.size(), [&] {
    // A name of the catalogue, terminated by a NUL.
    items.add(NetfoxField::command_name, {}, netfox::name(command.kind).data());
    if (!command.is_call()) items.add(NetfoxField::evidence, {}, command.learned ? "learned" : "usual");
  });
}

// --- The user's table of properties --------------------------------------------------------------------------------

constexpr UserTable<3> properties_table = {
    .title = "Godot netfox properties",
    .file = "godot_netfox",
    .preference = "netfox",
    .preference_title = "netfox: properties without a project",
    .help = "The properties in netfox's snapshots, by node: their names and schemas",
    .columns = {
        {{"node", "Node", "Path of the node, as /root/Main/Players/*, with * and ?"},
         {"list", "List", "Which snapshots: state, input (of rollback), sync (of StateSynchronizer)"},
         {"properties", "Properties",
          "The node's properties in the order of registration, with their schemas: position: vec2f32, health"}}}};

/// A row of the table, kept for all profiles in the file godot_netfox.
struct PropertiesRecord {
  char* node;
  char* list;
  char* properties;
};

const char* fault_of(const PropertiesRecord& row) {
  return analysis::netfox_row_fault(text_of(row.node), text_of(row.list), text_of(row.properties));
}

TextTable<PropertiesRecord, fault_of> table;

void add_rows(analysis::NetfoxProjects& to) {
  for (const PropertiesRecord& row : table.rows())
    to.add_row(text_of(row.node), text_of(row.list), text_of(row.properties));
}

const analysis::NetfoxMethods methods;

}  // namespace

const LibraryDissector netfox_dissector = {
    .its = engine::netfox_library, .protocol = &Protocols::netfox, .has_line = has_line, .show = show};

void register_netfox() {
  register_rows<NetfoxField, analysis::NetfoxExpert, analysis::problems::Netfox>();
  library_rows.netfox = add_rows;
  table.register_table(properties_table, {.changed = [] { library_memories().netfox_projects.make_stale(); }});
  godot::analysis::names::add_source(methods);
}

}  // namespace godot::plugin
