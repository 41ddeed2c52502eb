// SPDX-License-Identifier: MIT
// Nodes that share a row: those that differ only in a number, Shots/Shot1, Shots/Shot2 ... as Shots/Shot*; and those of
// one scene, whatever their names: Players/Red, Players/Blue as Players/*.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace godot::analysis::report {

/// The path with the trailing digits of each name replaced by `*`. A name of digits only (a peer's id) becomes `*`. The
/// placeholder of an unknown name (#7) stays.
[[nodiscard]] inline std::string pattern_of(std::string_view path) {
  std::string pattern;
  while (true) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    const bool is_number = !name.empty() && name.front() == '#';
    pattern += name.substr(0, is_number ? name.size() : digits);
    if (!is_number && digits != name.size()) pattern += '*';
    if (end == path.size()) return pattern;
    pattern += '/';
    path.remove_prefix(end + 1);
  }
}

/// The name of a group when another node joins it: different names become their pattern, or `*`; if one path is longer,
/// the rest is an ellipsis, which also stands for the rest of all that join later.
[[nodiscard]] inline std::string common_path(std::string_view one, std::string_view other) {
  constexpr std::string_view rest = "\u2026";
  std::string common;
  while (true) {
    if (one == rest || other == rest) return common.append(rest);
    const std::size_t end = std::min(one.find('/'), one.size());
    const std::size_t other_end = std::min(other.find('/'), other.size());
    const std::string_view name = one.substr(0, end);
    const std::string_view other_name = other.substr(0, other_end);
    const std::string pattern = pattern_of(name);
    if (name == other_name) common += name;
    else common += pattern == pattern_of(other_name) ? pattern : "*";
    const bool ends = end == one.size();
    if (ends && other_end == other.size()) return common;
    common += '/';
    if (ends || other_end == other.size()) return common.append(rest);
    one.remove_prefix(end + 1);
    other.remove_prefix(other_end + 1);
  }
}

}  // namespace godot::analysis::report
