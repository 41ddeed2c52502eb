// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/libraries/netfox/properties_table.h"

#include "plugin/core/settings/text_records.h"
#include "plugin/multiplayer/library_dissectors.h"

namespace godot::plugin {
namespace {

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

}  // namespace

void register_netfox_properties() {
  library_rows.netfox = add_rows;
  table.register_table(properties_table, {.changed = [] { library_memories().netfox_projects.make_stale(); }});
}

}  // namespace godot::plugin
