// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/project_settings/tables.h"

#include <filesystem>

#include "analysis/project/files.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_records.h"
#include "plugin/core/user_table.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

struct ProjectRecord {
  char* folder;
};

struct NameRecord {
  char* node;
  char* method_id;
  char* method;
  char* arguments;
};

// Set by Wireshark.
ProjectRecord* project_records = nullptr;
guint project_count = 0;
NameRecord* name_records = nullptr;
guint name_count = 0;
bool checks_folders = false;

// The macros name all parameters, but do not use all of them.
UAT_DIRECTORYNAME_CB_DEF(project, folder, ProjectRecord)
UAT_CSTRING_CB_DEF(name, node, NameRecord)
UAT_CSTRING_CB_DEF(name, method_id, NameRecord)
UAT_CSTRING_CB_DEF(name, method, NameRecord)
UAT_CSTRING_CB_DEF(name, arguments, NameRecord)

bridge::TableBool check_project(void* record, char** error) {
  const char* folder = static_cast<const ProjectRecord*>(record)->folder;
  const bool empty = is_empty(folder);
  *error = empty ? g_strdup("The folder that holds project.godot must be given") : nullptr;
  return !empty;
}

/// Refuses a wrong folder while a capture is open, that is, while the user edits the table. Folders read at the start
/// are kept even if they do not exist now; expert information reports them.
bridge::TableBool check_folder(void*, const char* folder, unsigned length, const void*, const void*, char** error) {
  *error = nullptr;
  if (!checks_folders || length == 0) return TRUE;
  std::filesystem::path path = analysis::project::from_utf8({folder, length});
  if (!path.has_filename()) path = path.parent_path();
  const std::string name = analysis::project::to_utf8(path.filename());
  const std::string own = analysis::project::settings_file(path.parent_path());
  if (!analysis::project::settings_file(path).empty() || (!own.empty() && name == own)) return TRUE;
  *error = g_strdup("The folder holds no project.godot");
  return FALSE;
}

bridge::TableBool check_name(void* record, char** error) {
  constexpr guint64 last_id = 0xFFFF;
  const auto* name = static_cast<const NameRecord*>(record);
  *error = nullptr;
  if (name->node == nullptr || *name->node == '\0') {
    *error = g_strdup("A node's path or the MD5 of its RPC list must be given; * fits every path");
  } else if (name->method == nullptr || *name->method == '\0') {
    *error = g_strdup("The method's name must be given");
  } else if (name->method_id != nullptr && *name->method_id != '\0') {
    char* end = nullptr;
    const guint64 id = g_ascii_strtoull(name->method_id, &end, 0);
    if (*end != '\0' || id > last_id) *error = g_strdup("The method's number must be 0 to 65535, or empty");
  }
  return *error == nullptr;
}

uat_field_t project_fields[] = {
    {"folder",
     "Project folder",
     PT_TXTMOD_DIRECTORYNAME,
     {check_folder, project_folder_set_cb, project_folder_tostr_cb},
     {nullptr, nullptr, nullptr},
     nullptr,
     "The folder that holds project.godot",
     FLDFILL},
    UAT_END_FIELDS,
};

uat_field_t name_fields[] = {
    UAT_FLD_CSTRING(name, node, "Node", "Path of the node, with * and ?, or the MD5 of its RPC list"),
    UAT_FLD_CSTRING(name, method_id, "Method number",
                    "Number of the method as Godot 4 sends it; empty where methods are sent by name"),
    UAT_FLD_CSTRING(name, method, "Method", "Name of the method"),
    UAT_FLD_CSTRING(name, arguments, "Arguments", "Names of its arguments, with commas between them"),
    UAT_END_FIELDS,
};

std::string text(const char* value) { return value != nullptr ? value : ""; }

uat_t* project_table = nullptr;
void (*tables_changed)() = nullptr;

constexpr const char* project_title = "Godot: project folder";

/// Adds a folder unless the table has it. Null: success; otherwise the reason, for g_free.
char* add_project(const std::string& folder) {
  char* error = nullptr;
  const bool is_project =
      check_folder(nullptr, folder.c_str(), static_cast<unsigned>(folder.size()), nullptr, nullptr, &error) != FALSE;
  if (!is_project) return error;
  for (const std::string& each : project_folders())
    if (each == folder) return nullptr;
  ProjectRecord record = {const_cast<char*>(folder.c_str())};
  bridge::add_row(project_table, &record);
  return bridge::save_table(project_table);
}

void ask_for_project(const char* folder);

extern "C" {
static void take_project(char** answers, void*) {
  const std::string folder = answers[0] != nullptr ? answers[0] : "";
  g_strfreev(answers);
  if (folder.empty()) return;
  if (char* error = add_project(folder)) {
    show_text(project_title, folder + ": " + error);
    g_free(error);
    return ask_for_project(folder.c_str());
  }
  tables_changed();
  read_packets_again();
}
}

void ask_for_project(const char* folder) {
  ask(project_title, {{"Folder that holds project.godot", folder}}, take_project);
}

void choose_project() {
  const std::vector<std::string> folders = project_folders();
  ask_for_project(folders.empty() ? g_get_home_dir() : folders.back().c_str());
}

}  // namespace

std::vector<std::string> project_folders() {
  std::vector<std::string> folders;
  for (guint i = 0; i < project_count; ++i) folders.push_back(text(project_records[i].folder));
  return folders;
}

void check_folders() { checks_folders = true; }

std::vector<NameRow> name_rows() {
  std::vector<NameRow> rows;
  for (guint i = 0; i < name_count; ++i) {
    const NameRecord& record = name_records[i];
    rows.push_back({text(record.node), text(record.method_id), text(record.method), text(record.arguments)});
  }
  return rows;
}

void register_tables(void (*changed)()) {
  uat_t* projects = uat_new("Godot projects", sizeof(ProjectRecord), "godot_projects", TRUE, &project_records,
                            &project_count, UAT_AFFECTS_DISSECTION, nullptr, copy_texts<ProjectRecord>, check_project,
                            free_texts<ProjectRecord>, changed, nullptr, project_fields);
  uat_t* names = uat_new("Godot names", sizeof(NameRecord), "godot_names", TRUE, &name_records, &name_count,
                         UAT_AFFECTS_DISSECTION, nullptr, copy_texts<NameRecord>, check_name, free_texts<NameRecord>,
                         changed, nullptr, name_fields);
  prefs_register_uat_preference(
      preferences_module(), "projects", "Projects",
      "Folders of Godot projects: their scripts and scenes have the names that messages do not carry", projects);
  project_table = projects;
  tables_changed = changed;
  add_tool("Project folder\u2026", choose_project);
  prefs_register_uat_preference(preferences_module(), "names", "Names without a project",
                                "Names of methods and of their arguments, by node and number", names);
}

}  // namespace godot::plugin
