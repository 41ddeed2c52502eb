// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/libraries/netfox/netfox_state.h"

#include "plugin/core/epan/of_capture.h"
#include "plugin/core/settings/text_records.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

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
  table.register_table(analysis::netfox_table, {.changed = [] { netfox_projects().make_stale(); }});
}

}  // namespace godot::plugin
