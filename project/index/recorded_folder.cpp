// SPDX-License-Identifier: MIT
#include "project/index/recorded_folder.h"

#include <algorithm>
#include <iterator>

#include "codec/core/utf8.h"

namespace godot::analysis::project {
namespace {

constexpr std::size_t longest = 4096;
constexpr char erase = 0x7F;
/// /net and /misc are where automounters reach other machines.
constexpr std::string_view not_files[] = {"net", "misc", "dev", "proc", "sys"};

bool is_separator(char letter, System system) noexcept {
  return letter == '/' || (system == System::windows && letter == '\\');
}

/// Takes the first part of a path off it.
std::string_view take_part(std::string_view& path, System system) noexcept {
  const auto* end =
      std::find_if(path.begin(), path.end(), [system](char letter) { return is_separator(letter, system); });
  const std::string_view part = path.substr(0, static_cast<std::size_t>(end - path.begin()));
  path.remove_prefix(std::min(path.size(), part.size() + 1));
  return part;
}

bool is_drive(char letter) noexcept { return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'); }

}  // namespace

bool is_local_folder(std::string_view path, System system) noexcept {
  if (path.size() > longest || !check_utf8(path).valid) return false;
  const auto is_control = [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == erase; };
  if (std::any_of(path.begin(), path.end(), is_control)) return false;
  if (system == System::windows) {
    if (path.size() < 3 || !is_drive(path[0]) || path[1] != ':') return false;
    path.remove_prefix(2);
  }
  if (path.size() < 2 || !is_separator(path[0], system) || is_separator(path[1], system)) return false;
  path.remove_prefix(1);
  bool is_first = true;
  while (!path.empty()) {
    const std::string_view part = take_part(path, system);
    if (part == "..") return false;
    const bool is_root = is_first && system == System::posix;
    if (is_root && std::find(std::begin(not_files), std::end(not_files), part) != std::end(not_files)) return false;
    is_first = false;
  }
  return true;
}

}  // namespace godot::analysis::project
