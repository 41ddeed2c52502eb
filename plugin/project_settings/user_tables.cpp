// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/project_settings/user_tables.h"

#include "plugin/core/epan/user_table.h"
#include "plugin/core/settings/text_records.h"
#include "plugin/project_settings/project_settings.h"
#include "plugin/show/text_window.h"
#include "project/index/written_folder.h"

namespace godot::plugin {
namespace {

constexpr UserTable<1> projects_table = {
    .title = "Godot projects",
    .file = "godot_projects",
    .preference = "projects",
    .preference_title = "Projects",
    .help = "Folders of Godot projects: their scripts and scenes have the names that messages do not carry",
    .columns = {{{"folder", "Project folder", "The folder that holds project.godot"}}}};

struct ProjectRecord {
  char* folder;
};

constexpr UserTable<4> names_table = {
    .title = "Godot names",
    .file = "godot_names",
    .preference = "names",
    .preference_title = "Names without a project",
    .help = "Names of methods and of their arguments, by node and number",
    .columns = {{{"node", "Node", "Path of the node, with * and ?, or the MD5 of its RPC list"},
                 {"method_id", "Method number",
                  "Number of the method as Godot 4 sends it; empty where methods are sent by name"},
                 {"method", "Method", "Name of the method"},
                 {"arguments", "Arguments", "Names of its arguments, with commas between them"}}}};

struct NameRecord {
  char* node;
  char* method_id;
  char* method;
  char* arguments;
};

bool checks_folders = false;

const char* fault_of_project(const ProjectRecord& record) {
  return is_empty(record.folder) ? "The folder that holds project.godot must be given" : nullptr;
}

analysis::NameRow row_of(const NameRecord& record) {
  return {.node = text_of(record.node),
          .method_id = text_of(record.method_id),
          .method = text_of(record.method),
          .arguments = text_of(record.arguments)};
}

const char* fault_of_name(const NameRecord& record) { return analysis::fault_of(row_of(record)); }

/// Refuses a wrong folder while a capture is open, that is, while the user edits the table. Folders read at the start
/// are kept even if they do not exist now; expert information reports them.
bridge::TableBool check_folder(void*, const char* folder, unsigned length, const void*, const void*, char** error) {
  *error = nullptr;
  if (!checks_folders || length == 0) return TRUE;
  const std::string fault = analysis::project::fault_of_folder({folder, length});
  if (!fault.empty()) *error = g_strdup(fault.c_str());
  return fault.empty();
}

TextTable<ProjectRecord, fault_of_project> project_table;
TextTable<NameRecord, fault_of_name> name_table;

void (*tables_changed)() = nullptr;

constexpr const char* project_title = "Godot: project folder";

/// Adds a folder unless the table has it. Empty: success; otherwise the reason.
std::string add_project(const std::string& folder) {
  const std::string fault = analysis::project::fault_of_folder(folder);
  if (!fault.empty()) return fault;
  for (const std::string& each : project_folders())
    if (analysis::project::understood_folder(each) == folder) return {};
  ProjectRecord record = {const_cast<char*>(folder.c_str())};
  bridge::add_row(project_table.table(), &record);
  return bridge::save_table(project_table.table());
}

void ask_for_project(const std::string& folder, const std::string& fault = {});

void take_project(char** answers, void*) {
  const std::string folder = analysis::project::understood_folder(answers[0] != nullptr ? answers[0] : "");
  g_strfreev(answers);
  if (folder.empty()) return;
  const std::string fault = add_project(folder);
  if (!fault.empty()) return ask_for_project(folder, fault);
  tables_changed();
  read_packets_again();
  show_text(project_title, std::string("Names come from these projects, in every profile:\n\n") + text_of_projects());
}

/// What was wrong with the last answer stands in the dialog itself: a window of its own would remain.
void ask_for_project(const std::string& folder, const std::string& fault) {
  constexpr const char* wanted = "Folder that holds project.godot";
  const std::string label = fault.empty() ? wanted : fault + ".\n" + wanted;
  ask(project_title, {{label.c_str(), folder.c_str()}}, take_project);
}

void choose_project() {
  const std::vector<std::string> folders = project_folders();
  ask_for_project(folders.empty() ? g_get_home_dir() : folders.back());
}

}  // namespace

std::vector<std::string> project_folders() {
  std::vector<std::string> folders;
  for (const ProjectRecord& record : project_table.rows()) folders.emplace_back(text_of(record.folder));
  return folders;
}

void check_folders() { checks_folders = true; }

std::vector<analysis::NameRow> name_rows() {
  std::vector<analysis::NameRow> rows;
  for (const NameRecord& record : name_table.rows()) rows.push_back(row_of(record));
  return rows;
}

void register_tables(void (*changed)()) {
  tables_changed = changed;
  project_table.register_table(projects_table, {.changed = changed}, check_folder);
  add_tool("Project folder\u2026", choose_project);
  name_table.register_table(names_table, {.changed = changed});
}

}  // namespace godot::plugin
