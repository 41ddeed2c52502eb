// SPDX-License-Identifier: MIT
// A folder for what a test writes. Each test is a process, and others of the same name may run beside it, of another
// build.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>

namespace godot::test {

/// Removed at the end.
class NewFolder {
 public:
  NewFolder() {
    std::random_device random;
    std::error_code error;
    do {
      path_ = std::filesystem::temp_directory_path() / ("godot-test-" + std::to_string(random()));
    } while (!std::filesystem::create_directory(path_, error) && !error);
    if (error) std::abort();
  }
  ~NewFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace godot::test
