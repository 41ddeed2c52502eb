// SPDX-License-Identifier: MIT
#include "project/scripts/sync_limit.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "project/text/constant_expression.h"

namespace godot::analysis::project {
namespace {

constexpr std::size_t longest = 64;  // of an expression; others are not read

std::string_view without_spaces_before(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

}  // namespace

void read_sync_limit(Script& script, std::string_view behind) noexcept {
  std::string_view rest = without_spaces_before(behind.substr(0, longest));
  const bool is_assignment = rest.starts_with('=') && !rest.starts_with("==");
  if (!is_assignment && !rest.starts_with(',')) return;  // it is read only
  rest.remove_prefix(1);
  const std::size_t end = rest.find_first_of(is_assignment ? "\n\r;#" : "\n\r;#)");
  std::optional<std::int64_t> value;
  if (end != std::string_view::npos || behind.size() < longest) value = constant_value(rest.substr(0, end));
  const bool is_known = value && *value > 0 && *value <= std::numeric_limits<int>::max();
  const int limit = is_known ? static_cast<int>(*value) : -1;
  script.sync_limit = !script.sets_sync_limit || script.sync_limit == limit ? limit : -1;
  script.sets_sync_limit = true;
}

}  // namespace godot::analysis::project
