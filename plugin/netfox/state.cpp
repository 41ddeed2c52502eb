// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/state.h"

#include <utility>

#include "analysis/netfox/project_layouts.h"
#include "plugin/core/bridge.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_records.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

analysis::NetfoxMemory* current = nullptr;
analysis::NetfoxLayouts layouts;
analysis::NetfoxLayouts called_layouts;  // the same rows, but another search in projects
analysis::NetfoxRoots roots;
bool stale = true;

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

void make_stale() { stale = true; }

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

/// Limit of paths looked up in projects: a hostile capture may have many.
constexpr std::uint32_t most_asked = 4096;
std::uint32_t asked = 0;
std::uint32_t times_read = 0;

void refresh() {
  const std::uint32_t times = times_projects_were_read();
  if (!stale && times == times_read) return;
  stale = false;
  times_read = times;
  asked = 0;
  layouts.clear();
  called_layouts.clear();
  roots.agreed.clear();
  for (guint i = 0; i < record_count; ++i) {
    analysis::NetfoxList list{};
    analysis::NetfoxProperties properties;
    const PropertiesRecord& row = records[i];
    if (!parse(text(row.list), list) || !parse(text(row.properties), properties)) continue;
    called_layouts.add(text(row.node), list, properties);
    layouts.add(text(row.node), list, std::move(properties));
  }
}

/// The properties in the rows, else those that `search` finds in a project.
template <class Search>
const analysis::NetfoxProperties* known_properties(analysis::NetfoxLayouts& known_layouts, std::string_view path,
                                                   analysis::NetfoxList list, Search search) {
  refresh();
  const analysis::NetfoxProperties* known = nullptr;
  if (known_layouts.find(path, list, known)) return known;
  for (const auto& project : read_projects().projects()) {
    if (asked == most_asked) return nullptr;
    ++asked;
    auto found = search(*project);
    if (found) return known_layouts.remember(path, list, std::move(*found));
  }
  known_layouts.remember(path, list);
  return nullptr;
}

}  // namespace

analysis::NetfoxMemory& netfox_memory() { return *current; }

const analysis::NetfoxProperties* netfox_properties(std::string_view path, analysis::NetfoxList list) {
  return known_properties(layouts, path, list, [&](analysis::project::Project& project) {
    return analysis::netfox_properties_of(project, path, list, roots);
  });
}

const analysis::NetfoxProperties* netfox_called_properties(std::string_view path, analysis::NetfoxList list) {
  return known_properties(called_layouts, path, list, [&](analysis::project::Project& project) {
    return analysis::netfox_called_properties_of(project, path, list);
  });
}

analysis::NetfoxSettings netfox_settings() {
  analysis::NetfoxSettings settings;
  const auto& projects = read_projects().projects();
  if (projects.size() != 1) return settings;
  settings.known = true;
  for (const auto& [name, number] : projects.front()->settings().netfox) {
    if (name == "rollback/history_limit") settings.history_limit = number;
    else if (name == "rollback/input_delay") settings.input_delay = number;
    else if (name == "general/max_sync_packet_size") settings.packet_limit = number;
  }
  return settings;
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
