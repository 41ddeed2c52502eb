// SPDX-License-Identifier: GPL-2.0-or-later
// Nodes that differ in a number only come together: Shots/Shot1, Shots/Shot2 ... as Shots/Shot*.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace godot::profile {

/// The path with the digits that end each of its names as a `*`. A name without other letters (a peer's id) becomes `*`
/// alone. What stands for a name that nobody knows (#7) stays.
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

}  // namespace godot::profile
