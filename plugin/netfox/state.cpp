// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/state.h"

#include "plugin/core/bridge.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_records.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

analysis::NetfoxMemory* current = nullptr;

/// A row of the table, kept with each profile in the file godot_netfox.
struct PropertiesRecord {
  char* node;
  char* list;
  char* properties;
};

// Set by Wireshark.
PropertiesRecord* records = nullptr;
guint record_count = 0;

// The macros name all parameters, but do not use all of them.
UAT_CSTRING_CB_DEF(row, node, PropertiesRecord)
UAT_CSTRING_CB_DEF(row, list, PropertiesRecord)
UAT_CSTRING_CB_DEF(row, properties, PropertiesRecord)

extern "C" {

void end_memory() {
  delete current;
  current = nullptr;
}

void begin_memory() {
  end_memory();
  current = new analysis::NetfoxMemory;
}

void make_stale() { netfox_projects().make_stale(); }

}  // extern "C"

const char* text(const char* value) { return value != nullptr ? value : ""; }

bridge::TableBool check_row(void* record, char** error) {
  const auto* row = static_cast<const PropertiesRecord*>(record);
  analysis::NetfoxList list{};
  analysis::NetfoxProperties properties;
  *error = nullptr;
  if (is_empty(row->node)) *error = g_strdup("A node's path must be given; * fits every path");
  else if (!parse(text(row->list), list)) *error = g_strdup("The list must be state, input or sync");
  else if (!parse(text(row->properties), properties))
    *error = g_strdup("Properties are names with commas between them, each with a schema behind a colon if it has one");
  return *error == nullptr;
}

uat_field_t fields[] = {
    UAT_FLD_CSTRING(row, node, "Node", "Path of the node, as /root/Main/Players/*, with * and ?"),
    UAT_FLD_CSTRING(row, list, "List", "Which snapshots: state, input (of rollback), sync (of StateSynchronizer)"),
    UAT_FLD_CSTRING(
        row, properties, "Properties",
        "The node's properties in the order of registration, with their schemas: position: vec2f32, health"),
    UAT_END_FIELDS,
};

void add_rows(analysis::NetfoxProjects& to) {
  for (guint i = 0; i < record_count; ++i) {
    analysis::NetfoxList list{};
    analysis::NetfoxProperties properties;
    const PropertiesRecord& row = records[i];
    if (parse(text(row.list), list) && parse(text(row.properties), properties))
      to.add_row(text(row.node), list, properties);
  }
}

}  // namespace

analysis::NetfoxMemory& netfox_memory() { return *current; }

analysis::NetfoxProjects& netfox_projects() {
  static analysis::NetfoxProjects projects(game_projects(), add_rows);
  return projects;
}

void register_netfox_state() {
  register_init_routine(begin_memory);
  register_cleanup_routine(end_memory);
  uat_t* table = uat_new("Godot netfox properties", sizeof(PropertiesRecord), "godot_netfox", TRUE, &records,
                         &record_count, UAT_AFFECTS_DISSECTION, nullptr, copy_texts<PropertiesRecord>, check_row,
                         free_texts<PropertiesRecord>, make_stale, nullptr, fields);
  prefs_register_uat_preference(preferences_module(), "netfox", "netfox: properties without a project",
                                "The properties in netfox's snapshots, by node: their names and schemas", table);
}

}  // namespace godot::plugin
