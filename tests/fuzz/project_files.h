// SPDX-License-Identifier: MIT
// Any bytes as the files of a Godot project: they are separated by the byte 0x1E, and the first byte of each is its
// name.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/fuzz/input.h"

namespace godot::test {

inline constexpr char file_divider = 0x1E;
inline constexpr const char* project_file_names[] = {"project.godot", "a.gd",      "b.gd",         "sub/c.gd",
                                                     "A.cs",          "B.cs",      "a.tscn",       "b.tscn",
                                                     "c.tscn",        "conf.tres", "sub/c.gd.uid", "a.gd.uid"};

/// A folder of this process, in a RAM disk if there is one; it is removed at the end.
inline const std::filesystem::path& project_folder() {
  static const std::filesystem::path path = [] {
    std::error_code error;
    const bool memory = std::filesystem::is_directory("/dev/shm", error);
    std::string name = std::string(memory ? "/dev/shm" : "/tmp") + "/fuzz-project-" + std::string(6, 'X');
    require(mkdtemp(name.data()) != nullptr, "no folder for the project");
    std::filesystem::create_directory(name + "/sub", error);
    std::atexit([] {
      std::error_code ignored;
      std::filesystem::remove_all(project_folder(), ignored);
    });
    return std::filesystem::path(name);
  }();
  return path;
}

/// Writes the files of the input into that folder, and no others.
inline void write_project(std::string_view input) {
  const std::filesystem::path& folder = project_folder();
  for (const char* name : project_file_names) {
    std::error_code error;
    std::filesystem::remove(folder / name, error);
  }
  std::ofstream(folder / "project.godot") << "config_version=5\n";
  while (!input.empty()) {
    const std::size_t end = std::min(input.find(file_divider), input.size());
    const std::string_view file = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
    if (file.empty()) continue;
    const char* name = project_file_names[static_cast<unsigned char>(file.front()) % std::size(project_file_names)];
    std::ofstream(folder / name, std::ios::binary) << file.substr(1);
  }
}

}  // namespace godot::test
