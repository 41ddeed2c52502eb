// SPDX-License-Identifier: MIT
#include "answers/tables/tshark_command_line.h"

#include <algorithm>
#include <cstddef>

namespace godot::analysis {

void TsharkCommandLine::take(std::string_view argument) {
  is_known_ = true;
  const char before = awaited_;
  awaited_ = 0;
  if (before != 0) return set(before, argument);
  if (argument.size() < 2 || argument[0] != '-') return;
  constexpr std::string_view without_value = "2DhILlnPpqQvVx";
  const std::size_t at = argument.find_first_not_of(without_value, 1);
  if (at == std::string_view::npos || (argument[at] != 'e' && argument[at] != 'r')) return;
  if (at + 1 == argument.size()) awaited_ = argument[at];
  else set(argument[at], argument.substr(at + 1));
}

void TsharkCommandLine::take_all(std::string_view arguments) {
  while (!arguments.empty()) {
    const std::size_t end = std::min(arguments.find('\0'), arguments.size());
    take(arguments.substr(0, end));
    arguments.remove_prefix(std::min(end + 1, arguments.size()));
  }
}

bool TsharkCommandLine::names(std::string_view field) const noexcept {
  return std::any_of(fields_.begin(), fields_.end(),
                     [field](const std::string& each) { return each.find(field) != std::string::npos; });
}

void TsharkCommandLine::set(char option, std::string_view value) {
  if (option == 'e') fields_.emplace_back(value);
  else file_ = value;
}

}  // namespace godot::analysis
