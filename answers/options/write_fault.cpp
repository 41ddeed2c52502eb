// SPDX-License-Identifier: MIT
#include "answers/options/write_fault.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "base/protected_file.h"

namespace godot::analysis {
namespace {

namespace fs = std::filesystem;

/// Of the file, in the words of the user who chose it; empty: the system's reason says enough.
std::string found_cause(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) return "it is a folder";
  fs::path folder = file.parent_path();
  if (folder.empty()) folder = fs::current_path(error);
  const fs::file_status status = fs::status(folder, error);
  if (status.type() == fs::file_type::not_found) return "there is no folder " + folder.string();
  if (fs::exists(status) && !fs::is_directory(status)) return folder.string() + " is no folder";
  return {};
}

/// What the right to write is missing for.
std::string forbidden(const fs::path& file) {
  std::error_code error;
  const fs::path folder = file.parent_path().empty() ? fs::current_path(error) : file.parent_path();
  return fs::exists(file, error) ? "the file may not be written"
                                 : "nothing may be written in the folder " + folder.string();
}

}  // namespace

std::string write_fault(const std::string& file, int error) {
  std::string why = found_cause(file);
  const std::string said = error != 0 ? std::generic_category().message(error) : std::string();
  const bool is_right = error == EACCES || error == EPERM || error == EROFS;
  if (why.empty() && is_right) why = forbidden(file) + " (" + said + ")";
  if (why.empty()) why = said.empty() ? "its disk may be full" : said;
  return file + " cannot be written: " + why;
}

std::string fault_of_file(const std::string& file, std::string_view begins) {
  if (file.empty()) return {};
  if (is_other_file(file, begins)) return std::string(other_file_stays);
  make_private_file(file);
  errno = 0;
  std::FILE* opened = std::fopen(file.c_str(), "ab");
  if (opened == nullptr) return write_fault(file, errno);
  std::fclose(opened);
  return {};
}

}  // namespace godot::analysis
