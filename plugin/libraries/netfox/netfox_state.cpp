// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/libraries/netfox/netfox_state.h"

#include "plugin/core/epan/of_capture.h"
#include "plugin/core/settings/text_records.h"
#include "plugin/project_settings/project_settings.h"

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

analysis::NetfoxMemory& netfox_memory() { return of_capture<analysis::NetfoxMemory>(); }

analysis::NetfoxProjects& netfox_projects() {
  static analysis::NetfoxProjects projects(game_projects(), add_rows);
  return projects;
}

void register_netfox_state() {
  register_cleanup_routine(begin_anew<analysis::NetfoxMemory>);
  table.register_table(properties_table, {.changed = [] { netfox_projects().make_stale(); }});
}

}  // namespace godot::plugin
