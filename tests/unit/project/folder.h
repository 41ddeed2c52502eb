// SPDX-License-Identifier: MIT
// A folder for a test's own project.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

#include "project/index/project_files.h"

namespace godot::test {

/// Removed at the end.
class Folder {
 public:
  Folder() {
    std::random_device random;
    std::error_code error;
    do {
      path_ = std::filesystem::temp_directory_path() / ("godot-project-" + std::to_string(random()));
    } while (!std::filesystem::create_directory(path_, error) && !error);
    if (error) std::abort();
  }
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// The name is in UTF-8.
  void write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path_ / analysis::project::from_utf8(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace godot::test
