// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/project_settings/project_settings.h"

#include "plugin/analysis/multiplayer/engine_methods.h"
#include "plugin/analysis/project/project_source.h"
#include "plugin/core/labels.h"
#include "plugin/project_settings/generated.h"
#include "plugin/project_settings/table_source.h"
#include "plugin/project_settings/tables.h"

namespace godot::plugin {
namespace {

// What the user wrote overrules what a project says.
TableSource table;
ProjectSource projects;
EngineMethods engine;

bool stale = true;
std::uint32_t first_frame = 0;
std::uint32_t times_read = 0;

void make_stale() { stale = true; }

void begin_capture() {
  stale = true;
  first_frame = 0;
  check_folders();
}

}  // namespace

void saw_multiplayer(const packet_info* pinfo) {
  if (first_frame == 0) first_frame = pinfo->num;
}

void refresh_names() {
  if (!stale) return;
  stale = false;
  table.set_rows(name_rows());
  projects.refresh(project_folders());
  ++times_read;
}

const ProjectSource& read_projects() { return projects; }

std::uint32_t times_projects_were_read() { return times_read; }

void show_project_faults(packet_info* pinfo, proto_item* item) {
  constexpr std::size_t most = 20;
  if (pinfo->num != first_frame) return;
  const std::vector<std::string>& faults = projects.faults();
  for (std::size_t i = 0; i < faults.size() && i < most; ++i)
    add_expert(pinfo, item, expert(ProjectExpert::godot_names_project), "%s", faults[i].c_str());
  if (faults.size() > most)
    add_expert(pinfo, item, expert(ProjectExpert::godot_names_project), "and %u more",
               static_cast<unsigned>(faults.size() - most));
}

}  // namespace godot::plugin

void godot_project_settings_register() {
  using namespace godot::plugin;
  register_generated_of_project_settings();
  register_tables(make_stale);
  register_init_routine(begin_capture);
  names::add_source(table);
  names::add_source(projects);
  names::add_source(engine);
}
