// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/project_settings/project_settings.h"

#include <string>
#include <vector>

#include "analysis/game/learning/derived.h"
#include "analysis/game/learning/project_folders.h"
#include "analysis/game/learning/project_texts.h"
#include "base/names/engine_methods.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/items.h"
#include "plugin/project_settings/user_tables.h"
#include "plugin/show/requests.h"
#include "plugin/show/toolbar.h"
#include "project/index/name_table.h"

namespace godot::plugin {
namespace {

using analysis::ProjectExpert;
using analysis::ProjectField;

// The user's table overrides projects.
analysis::NameTable table;
analysis::GameProjects projects(refresh_names);
analysis::EngineMethods engine;

analysis::ProjectFolders folders;
std::uint32_t first_frame = 0;
std::uint32_t wrong_reported_in = 0;  // the frame with the expert information that no project matches

void make_stale() { folders.make_stale(); }

void begin_capture() {
  folders.begin();
  first_frame = 0;
  wrong_reported_in = 0;
  check_folders();
}

void show_project(packet_info* pinfo, tvbuff_t* tvb, proto_tree* tree, const analysis::ShownProject& shown) {
  const auto number = static_cast<std::size_t>(shown.fit->project);
  const analysis::project::Project& project = *projects.source.projects()[number];
  const char* name = utf8_text(pinfo, project.settings().name.c_str());
  const char* folder = utf8_text(pinfo, projects.source.folders()[number].c_str());
  proto_item* item = add_derived(tree, ProjectField::godot_project_name, {tvb}, name);
  append_label(item, {" (", folder, ")", shown.whose});
  if (shown.fit->lists != 0)
    append_label(item, {", ", shown.fit->fit, " of ", shown.fit->lists, " lists of remote methods"});
  proto_tree* below = proto_item_add_subtree(item, subtree(ProjectField::godot_project_name));
  add_derived(below, ProjectField::godot_project_folder, {tvb}, folder);
}

/// Of a frame that reports that no project is this game's: how they match. Null: another frame does, or none.
const analysis::MethodLists::Fit* wrong_fit(const packet_info* pinfo, const analysis::MultiplayerLink& link) {
  const bool reports = wrong_reported_in == 0 || wrong_reported_in == frame_number(pinfo);
  return reports ? projects.wrong_fit(link) : nullptr;
}

}  // namespace

void saw_multiplayer(const packet_info* pinfo) {
  if (first_frame == 0) first_frame = frame_number(pinfo);
}

void saw_project_folder(std::string_view folder) {
  if (preferences::recorded_project()) folders.saw(folder);
}

void refresh_names() {
  if (!folders.take_turn()) return;
  table.set_rows(name_rows());
  projects.read(folders.with_recorded(project_folders()));
}

bool has_wrong_project(const packet_info* pinfo, const analysis::MultiplayerLink& link) {
  return wrong_fit(pinfo, link) != nullptr;
}

bool has_projects() {
  refresh_names();
  return projects.source.has_project();
}

void show_projects(packet_info* pinfo, tvbuff_t* tvb, proto_tree* tree, const analysis::MultiplayerLink& link,
                   bool is_first) {
  const analysis::MethodLists::Fit* first = projects.fit(link, analysis::End::first);
  if (first == nullptr) return;
  const analysis::MethodLists::Fit* second = projects.fit(link, analysis::End::second);
  if (const analysis::MethodLists::Fit* wrong = wrong_fit(pinfo, link)) {
    wrong_reported_in = frame_number(pinfo);
    const char* text = analysis::wrong_project_text(*wrong, projects.source.projects().size() == 1, arena_of(pinfo));
    add_expert(pinfo, tree != nullptr ? proto_tree_get_parent(tree) : nullptr,
               expert(ProjectExpert::godot_names_wrong_project), {text});
  }
  if (!is_first || tree == nullptr) return;
  const bool is_first_server = link.peers.is_server(analysis::End::first);
  for (const analysis::ShownProject& shown : analysis::shown_projects(*first, *second, is_first_server))
    if (shown.fit != nullptr) show_project(pinfo, tvb, tree, shown);
}

const analysis::GameProjects& game_projects() noexcept { return projects; }

const char* text_of_projects() {
  static std::string text;
  refresh_names();
  text = analysis::text_of_projects(projects.source, folders.recorded());
  return text.c_str();
}

void show_project_faults(packet_info* pinfo, proto_item* item) {
  constexpr std::size_t most = 20;
  if (frame_number(pinfo) != first_frame) return;
  const std::vector<std::string>& faults = projects.source.faults();
  for (std::size_t i = 0; i < faults.size() && i < most; ++i)
    add_expert(pinfo, item, expert(ProjectExpert::godot_names_project), {faults[i].c_str()});
  if (faults.size() > most)
    add_expert(pinfo, item, expert(ProjectExpert::godot_names_project), {"and ", faults.size() - most, " more"});
}

void register_project_tables() {
  register_tables(make_stale);
  known_environment().project_names = [] {
    refresh_names();
    return projects.source.names_of_projects();
  };
  known_environment().project_fault = [] {
    refresh_names();
    return projects.source.fault_of_folder();
  };
}

void register_project_settings() {
  register_rows<ProjectField, ProjectExpert>();
  register_init_routine(begin_capture);
  godot::analysis::names::add_source(table);
  godot::analysis::names::add_source(projects.source);
  godot::analysis::names::add_source(engine);
  register_toolbar(text_of_projects);
}

}  // namespace godot::plugin
