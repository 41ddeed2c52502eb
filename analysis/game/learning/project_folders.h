// SPDX-License-Identifier: MIT
// Which folders of projects are read, and when: once for a capture, when its first lookup needs them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "project/index/project_files.h"
#include "project/index/recorded_folder.h"

namespace godot::analysis {

class ProjectFolders {
 public:
  /// To be called when another capture begins.
  void begin() noexcept {
    recorded_.clear();
    make_stale();
  }
  /// The user has changed what is read.
  void make_stale() noexcept { stale_ = true; }

  /// A recording names the folder of its project: it counts if it is on this machine and named before anything is
  /// read. Later, texts of the projects that are read already would become invalid.
  void saw(std::string_view folder) {
    if (!stale_ || !recorded_.empty() || !project::is_local_folder(folder)) return;
    if (!project::settings_file(project::from_utf8(folder)).empty()) recorded_ = folder;
  }

  /// True if they are to be read now.
  [[nodiscard]] bool take_turn() noexcept { return std::exchange(stale_, false); }
  /// The user's, and the recorded one.
  [[nodiscard]] std::vector<std::string> with_recorded(std::vector<std::string> folders) const {
    const bool is_new = std::find(folders.begin(), folders.end(), recorded_) == folders.end();
    if (is_new && !recorded_.empty()) folders.push_back(recorded_);
    return folders;
  }

  /// The folder that the recording names; empty: none.
  [[nodiscard]] const std::string& recorded() const noexcept { return recorded_; }

 private:
  bool stale_ = true;
  std::string recorded_;
};

}  // namespace godot::analysis
