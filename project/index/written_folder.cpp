// SPDX-License-Identifier: MIT
#include "project/index/written_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/open_file.h"
#include "project/index/project_files.h"

namespace godot::analysis::project {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_scheme = "file://";
/// Folders below one without a project that are looked at for one.
constexpr int most_below = 500;

bool begins_without_case(std::string_view text, std::string_view begin) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  };
  return text.size() >= begin.size() &&
         std::equal(begin.begin(), begin.end(), text.begin(), [&](char a, char b) { return a == lower(b); });
}

/// The part before `://` of an address; empty: it is none.
std::string_view scheme_of(std::string_view text) {
  const std::size_t end = text.find("://");
  if (end == std::string_view::npos || end < 2) return {};  // one letter is a drive of Windows
  const std::string_view scheme = text.substr(0, end);
  const bool is_name = std::all_of(scheme.begin(), scheme.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '+' || letter == '.' || letter == '-';
  });
  return is_name ? scheme : std::string_view();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  text = text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
  const bool is_quoted =
      text.size() > 1 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

int digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

/// A percent sign without two digits, or one for the byte 0, stays as it is.
std::string without_percent(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool may = text[i] == '%' && i + 2 < text.size();
    const int high = may ? digit(text[i + 1]) : -1;
    const int low = may ? digit(text[i + 2]) : -1;
    const int byte = high >= 0 && low >= 0 ? high * 16 + low : 0;
    plain += byte != 0 ? static_cast<char>(byte) : text[i];
    if (byte != 0) i += 2;
  }
  return plain;
}

/// The path of an address of this machine; nothing: it is of another one.
std::optional<std::string> path_of_address(std::string_view address) {
  address.remove_prefix(file_scheme.size());
  if (begins_without_case(address, "localhost/")) address.remove_prefix(std::string_view("localhost").size());
  if (address.empty() || address.front() != '/') return std::nullopt;
#ifdef _WIN32
  if (address.size() > 2 && address[2] == ':') address.remove_prefix(1);  // a drive of Windows, as in file:///C:/game
#endif
  return without_percent(address);
}

std::string below_home(std::string_view path) {
#ifdef _WIN32
  const char* home = std::getenv("USERPROFILE");
#else
  const char* home = std::getenv("HOME");
#endif
  return (home != nullptr ? std::string(home) : std::string("~")).append(path.substr(1));
}

/// What is meant, before it is known whether it is there.
std::string meant_path(std::string_view written) {
  const std::string_view text = trimmed(written);
  if (begins_without_case(text, file_scheme)) return path_of_address(text).value_or(std::string(text));
  if (text == "~" || text.starts_with("~/")) return below_home(text);
  return std::string(text);
}

/// The first folder of the path, from its root, that is not there or may not be entered, and why.
std::string why_not_reached(const fs::path& path) {
  fs::path there;
  for (const fs::path& part : path) {
    const fs::path next = there / part;
    std::error_code error;
    const fs::file_status status = fs::status(next, error);
    if (!fs::exists(status) && status.type() != fs::file_type::not_found)
      return to_utf8(there) + " may not be entered: " + error.message();
    if (!fs::exists(status))
      return "There is no such folder: " + (there.empty() ? "the current folder" : to_utf8(there)) + " has no " +
             to_utf8(part);
    there = next;
  }
  return "There is no such folder";
}

/// The nearest folder with a project, around `folder` or directly below it; empty: none.
std::string nearest_project(const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::absolute(folder, error);
  if (error) return {};
  for (fs::path above = whole.parent_path(); above != above.parent_path(); above = above.parent_path())
    if (!settings_file(above).empty()) return to_utf8(above);
  fs::directory_iterator entry(whole, error);
  for (int i = 0; !error && entry != fs::directory_iterator() && i < most_below; entry.increment(error), ++i)
    if (!settings_file(entry->path()).empty()) return to_utf8(entry->path());
  return {};
}

std::string with_nearest(std::string text, const fs::path& folder) {
  const std::string nearest = nearest_project(folder);
  return nearest.empty() ? text : text + "; the nearest one is in " + nearest;
}

std::string fault_inside(const fs::path& folder) {
  std::error_code error;
  const fs::directory_iterator entries(folder, error);
  if (error) return "The folder may not be read: " + error.message();
  const std::string name = settings_file(folder);
  if (name.empty()) {
    (void)fs::status(folder / "project.godot", error);
    if (error == std::errc::permission_denied) return "The folder may not be entered: " + error.message();
    return with_nearest("The folder holds no project.godot", folder);
  }
  // A folder of this name is no file that can be opened everywhere.
  if (!fs::is_regular_file(folder / name, error)) return "Its " + name + " is no file";
  errno = 0;
  if (open_to_read(folder / name) != nullptr) return {};
  return "Its " + name + " may not be read: " + std::generic_category().message(errno);
}

}  // namespace

std::string understood_folder(std::string_view written) {
  if (!written.empty() && !settings_file(from_utf8(written)).empty()) return std::string(written);
  const std::string meant = meant_path(written);
  const fs::path path = from_utf8(meant);
  const std::string name = to_utf8(path.filename());
  if ((name == "project.godot" || name == "engine.cfg") && path.has_parent_path()) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return to_utf8(path.parent_path());
  }
  return meant;
}

std::string fault_of_folder(std::string_view written) {
  const std::string folder = understood_folder(written);
  if (folder.empty()) return "The folder that holds project.godot must be given";
  const std::string_view scheme = scheme_of(folder);
  if (begins_without_case(folder, file_scheme)) return "The address names another machine: give a folder of this one";
  if (scheme == "res" || scheme == "user")
    return "The path is one inside a project: give the project's folder on this machine";
  if (!scheme.empty()) return "An address is no folder: give a path of this machine";
  fs::path path = from_utf8(folder);
  if (!path.has_filename() && path.has_parent_path() && path != path.root_path()) path = path.parent_path();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return why_not_reached(path);
  if (!fs::is_directory(status))
    return with_nearest("The path is that of a file, not of a folder with project.godot", path);
  return fault_inside(path);
}

}  // namespace godot::analysis::project
