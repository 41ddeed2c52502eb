// SPDX-License-Identifier: MIT
#include "project/answers/answering_projects.h"

#include <algorithm>

#include "project/index/project_choice.h"
#include "project/index/project_files.h"
#include "project/index/written_folder.h"

namespace godot::analysis::project {

bool AnsweringProjects::refresh(const std::vector<std::string>& written) {
  std::vector<std::string> folders;
  for (const std::string& each : written) folders.push_back(understood_folder(each));
  bool changed = folders != folders_;
  if (changed) {
    folders_ = folders;
    projects_.clear();
    for (const std::string& folder : folders) projects_.push_back(std::make_unique<Project>(from_utf8(folder)));
  }
  for (const auto& project : projects_) changed |= project->refresh();
  if (!changed) return false;
  sort_by_engine();
  collect_faults();
  number_ = MethodLists::Fit::any;
  return true;
}

bool AnsweringProjects::has_project() const noexcept {
  return std::any_of(projects_.begin(), projects_.end(), [](const auto& project) { return project->is_there(); });
}

std::vector<std::string> AnsweringProjects::names() const {
  std::vector<std::string> names;
  for (const auto& project : projects_)
    if (project->is_there()) names.push_back(project->settings().name);
  return names;
}

std::string AnsweringProjects::fault_of_folder() const {
  for (const auto& project : projects_)
    if (!project->is_there() && !project->faults().empty())
      return to_utf8(project->folder()) + ": " + project->faults().front().fault.text;
  return {};
}

void AnsweringProjects::collect_faults() {
  faults_.clear();
  for (const auto& project : projects_) {
    for (const FileFault& fault : project->faults()) {
      std::string line = fault.path;
      if (fault.fault.line != 0) line.append(1, ':').append(std::to_string(fault.fault.line));
      faults_.push_back(line.append(": ").append(fault.fault.text));
    }
  }
}

void AnsweringProjects::sort_by_engine() {
  all_.clear();
  of_godot_3_.clear();
  of_godot_4_.clear();
  for (const auto& project : projects_) {
    all_.push_back(project.get());
    if (may_run(*project, Engine::godot_3)) of_godot_3_.push_back(project.get());
    if (may_run(*project, Engine::godot_4)) of_godot_4_.push_back(project.get());
  }
}

AnsweringProjects::Projects AnsweringProjects::of(Engine engine) const noexcept {
  if (engine == Engine::godot_3) return of_godot_3_;
  return engine == Engine::godot_4 ? of_godot_4_ : all_;
}

AnsweringProjects::Projects AnsweringProjects::answering() const noexcept {
  const auto number = static_cast<std::size_t>(number_);
  if (number_ >= 0 && number < all_.size()) return Projects(all_).subspan(number, 1);
  return with_checksums();
}

AnsweringProjects::Projects AnsweringProjects::with_checksums() const noexcept {
  const auto number = static_cast<std::size_t>(number_);
  switch (number_) {
    case MethodLists::Fit::none: return {};
    case MethodLists::Fit::any_of_godot_3: return of_godot_3_;
    case MethodLists::Fit::any_of_godot_4: return of_godot_4_;
    default: break;
  }
  return number_ >= 0 && number < all_.size() ? of(engine_of(*all_[number])) : Projects(all_);
}

}  // namespace godot::analysis::project
