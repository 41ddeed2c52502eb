// SPDX-License-Identifier: MIT
#include "project/index/project.h"

#include <algorithm>
#include <set>

#include "project/index/project_parts.h"
#include "project/index/written_folder.h"
#include "project/text/characters.h"

namespace godot::analysis::project {

Project::Project(const std::filesystem::path& folder) : folder_(from_utf8(understood_folder(to_utf8(folder)))) {}

Project::~Project() = default;

void Project::report(const std::string& path, Fault fault) {
  if (faults_.size() < ProjectLimits::faults) faults_.push_back({path, std::move(fault)});
}

/// The file as parsed before, if it has not changed.
std::shared_ptr<const Project::Parsed> Project::read(const ProjectFile& file, std::shared_ptr<const Parsed> before,
                                                     std::size_t& budget, bool& changed) const {
  if (before != nullptr && before->stamp == file.stamp) return before;
  changed = true;
  auto parsed = std::make_shared<Parsed>();
  parsed->stamp = file.stamp;
  if (file.stamp.size > budget) {
    parsed->faults.push_back({file.path, {0, "all files together are larger than is read"}});
    return parsed;
  }
  budget -= static_cast<std::size_t>(file.stamp.size);
  const std::optional<std::string> text = read_text(folder_ / from_utf8(file.path), file.path, parsed->faults);
  if (!text) return parsed;
  std::vector<Fault>* faults = nullptr;
  switch (file.kind) {
    case FileKind::gdscript:
      parsed->script = read_gdscript(*text);
      parsed->script.libraries = read_script_parts(*text);
      faults = &parsed->script.faults;
      break;
    case FileKind::csharp:
      parsed->script = read_csharp(*text);
      faults = &parsed->script.faults;
      break;
    case FileKind::scene:
    case FileKind::resource:
      parsed->scene = read_scene(*text);
      faults = &parsed->scene.faults;
      break;
    case FileKind::uid: parsed->uid = shortened(trimmed(*text), ScriptLimits::text); break;
  }
  if (faults != nullptr) {
    for (const Fault& fault : *faults) parsed->faults.push_back({file.path, fault});
  }
  return parsed;
}

/// Parses resource files that are replication configurations; skips others.
std::vector<std::string> Project::wanted_resources() const {
  std::vector<std::string> wanted;
  for (const auto& parsed : parsed_) {
    if (parsed == nullptr) continue;
    for (const SceneNode& node : parsed->scene.nodes) {
      if (node.config.kind != ResourceReference::Kind::external) continue;
      const auto found = parsed->scene.external.find(node.config.id);
      if (found != parsed->scene.external.end()) wanted.push_back(found->second.path);
    }
  }
  std::sort(wanted.begin(), wanted.end());
  return wanted;
}

bool Project::refresh() {
  std::vector<FileFault> folder_faults;
  std::vector<ProjectFile> files;
  const std::string settings_name = settings_file(folder_);
  Stamp settings_stamp;
  there_ = !settings_name.empty();
  if (!there_) {
    folder_faults.push_back({to_utf8(folder_), {0, fault_of_folder(to_utf8(folder_))}});
  } else {
    settings_stamp = stamp_of(folder_ / settings_name);
    files = find_files(folder_, folder_faults);
  }
  bool changed = !read_once_ || files != files_ || settings_stamp != settings_stamp_;
  if (!changed) return false;
  read_once_ = true;

  settings_stamp_ = settings_stamp;
  settings_ = {};
  if (!settings_name.empty()) {
    if (const auto text = read_text(folder_ / settings_name, settings_name, folder_faults)) {
      settings_ = read_settings(*text);
      for (const Fault& fault : settings_.faults) folder_faults.push_back({settings_name, fault});
    }
  }

  std::unordered_map<std::string, std::shared_ptr<const Parsed>> before;
  for (std::size_t i = 0; i < files_.size(); ++i) before.emplace(files_[i].path, parsed_[i]);
  files_ = std::move(files);
  parsed_.assign(files_.size(), nullptr);
  std::size_t budget = FolderLimits::total_size;
  const auto read_files = [&](auto&& is_wanted) {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!is_wanted(files_[i])) continue;
      const auto found = before.find(files_[i].path);
      parsed_[i] = read(files_[i], found != before.end() ? found->second : nullptr, budget, changed);
    }
  };
  read_files([](const ProjectFile& file) { return file.kind != FileKind::resource; });
  const std::vector<std::string> wanted = wanted_resources();
  read_files([&](const ProjectFile& file) {
    return file.kind == FileKind::resource &&
           std::binary_search(wanted.begin(), wanted.end(), resource_name(file.path));
  });
  folder_faults_ = std::move(folder_faults);
  link();
  return true;
}

void Project::link() {
  faults_.clear();
  for (const FileFault& fault : folder_faults_) report(fault.path, fault.fault);
  path_of_uid_.clear();
  file_of_path_.clear();
  constexpr std::string_view uid_suffix = ".uid";
  for (std::size_t i = 0; i < files_.size(); ++i) {
    file_of_path_.emplace(resource_name(files_[i].path), i);
    const Parsed* parsed = parsed_[i].get();
    if (parsed == nullptr) continue;
    for (const FileFault& fault : parsed->faults) report(fault.path, fault.fault);
    const std::string& path = files_[i].path;
    if (!parsed->scene.uid.empty()) path_of_uid_.emplace(parsed->scene.uid, resource_name(path));
    if (files_[i].kind == FileKind::uid && !parsed->uid.empty())
      path_of_uid_.emplace(parsed->uid, resource_name(path.substr(0, path.size() - uid_suffix.size())));
  }
  link_scripts();
  link_scenes();
}

/// Godot looks up the uid first, and uses the path if no file has it.
std::string Project::resource_path(std::string_view path, std::string_view uid) const {
  constexpr std::string_view uid_scheme = "uid://";
  if (path.starts_with(uid_scheme)) return resource_path({}, path);
  const auto found = path_of_uid_.find(std::string(uid));
  return found != path_of_uid_.end() ? found->second : std::string(path);
}

}  // namespace godot::analysis::project
