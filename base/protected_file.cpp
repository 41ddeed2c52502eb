// SPDX-License-Identifier: MIT
#include "base/protected_file.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/open_file.h"

namespace godot::analysis {

bool is_other_file(const std::string& name, std::string_view begins) {
  // To look at a pipe of Windows is to open it.
  if (name.starts_with(R"(\\.\)")) return false;
  const std::filesystem::path path = path_of(name);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;  // a device or a pipe is no file to lose
  const OpenFile file = open_to_read(path);
  if (file == nullptr) return false;  // opening it for writing says why
  std::string front(begins.size(), '\0');
  front.resize(std::fread(front.data(), 1, front.size(), file.get()));
  return !front.empty() && front != begins;
}

void make_private_file(const std::string& name) {
  namespace fs = std::filesystem;
  std::FILE* const file = std::fopen(name.c_str(), "wx");  // it must be new
  if (file == nullptr) return;
  std::fclose(file);
  std::error_code error;
  fs::permissions(name, fs::perms::owner_read | fs::perms::owner_write, error);
}

}  // namespace godot::analysis
