// SPDX-License-Identifier: MIT
#include "base/names/engine_methods.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace godot::analysis {
namespace {

struct Row {
  std::string_view method;
  std::string_view arguments;  ///< their names, with commas between them
};

constexpr Row rows[] = {
#include "base/names/engine_methods.inc"
};

static_assert(std::is_sorted(std::begin(rows), std::end(rows),
                             [](const Row& a, const Row& b) { return a.method < b.method; }));

/// The names of a row, each terminated by a NUL; never freed.
const std::vector<std::string>& names_of(const Row& row) {
  static std::unordered_map<const Row*, std::vector<std::string>> known;
  const auto [place, is_new] = known.try_emplace(&row);
  std::string_view rest = row.arguments;
  while (is_new && !rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    place->second.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return place->second;
}

}  // namespace

names::Argument EngineMethods::argument(const names::Node& node, std::string_view method, std::uint32_t index) const {
  if (node.rpc_md5 == nullptr || node.own_method) return {};
  const Row* row = std::lower_bound(std::begin(rows), std::end(rows), method,
                                    [](const Row& each, std::string_view wanted) { return each.method < wanted; });
  if (row == std::end(rows) || row->method != method) return {};
  const std::vector<std::string>& names = names_of(*row);
  if (index >= names.size()) return {};
  return {.name = {names[index].c_str(), nullptr, names::Certainty::certain}};
}

}  // namespace godot::analysis
