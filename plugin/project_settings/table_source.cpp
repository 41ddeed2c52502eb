// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/project_settings/table_source.h"

#include "analysis/project/text/characters.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {
namespace {

constexpr const char* source_name = "godot_names";

bool fits(const std::string& pattern, const analysis::names::Node& node) {
  if (node.rpc_md5 != nullptr && g_ascii_strcasecmp(pattern.c_str(), node.rpc_md5) == 0) return true;
  return node.path != nullptr && g_pattern_match_simple(pattern.c_str(), node.path) != 0;
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    parts.emplace_back(analysis::project::trimmed(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

}  // namespace

void TableSource::set_rows(const std::vector<NameRow>& rows) {
  if (rows == written_) return;
  written_ = rows;
  rows_.clear();
  for (const NameRow& written : rows) {
    Row row{.node = written.node, .method = written.method, .arguments = split(written.arguments)};
    row.has_id = !written.method_id.empty();
    row.id = static_cast<std::uint32_t>(g_ascii_strtoull(written.method_id.c_str(), nullptr, 0));
    rows_.push_back(std::move(row));
  }
  set_has_data(!rows_.empty());
}

analysis::names::Name TableSource::method(const analysis::names::Node& node, std::uint32_t id) const {
  for (const Row& row : rows_) {
    if (row.has_id && row.id == id && fits(row.node, node))
      return {row.method.c_str(), source_name, analysis::names::Certainty::certain};
  }
  return {};
}

const TableSource::Row* TableSource::find(const analysis::names::Node& node, std::string_view method) const {
  for (const Row& row : rows_) {
    if (row.method == method && !row.arguments.empty() && fits(row.node, node)) return &row;
  }
  return nullptr;
}

analysis::names::Signature TableSource::signature(const analysis::names::Node& node, std::string_view method) const {
  const Row* row = find(node, method);
  if (row == nullptr) return {};
  const auto count = static_cast<std::uint32_t>(row->arguments.size());
  return {true, count, count};
}

analysis::names::Argument TableSource::argument(const analysis::names::Node& node, std::string_view method,
                                                std::uint32_t index) const {
  const Row* row = find(node, method);
  if (row == nullptr || index >= row->arguments.size()) return {};
  return {{row->arguments[index].c_str(), source_name, analysis::names::Certainty::certain}, nullptr};
}

}  // namespace godot::plugin
