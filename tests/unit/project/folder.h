// SPDX-License-Identifier: MIT
// A folder for a test's own project.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "project/index/project_files.h"
#include "tests/unit/support/new_folder.h"

namespace godot::test {

class Folder : public NewFolder {
 public:
  /// The name is in UTF-8.
  void write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path() / analysis::project::from_utf8(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }
};

}  // namespace godot::test
